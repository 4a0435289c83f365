-- Locks the number of a call before any row is locked: two transactions that write calls of one number at the same time
-- would not see each other's rows. A message may omit the number if an earlier message of the call contained it.
create or replace function phone_call_waits() returns trigger language plpgsql as $$
declare
  number text := case new.direction when 'IN' then new.from_number else new.to_number end;
begin
  if number = '' then
    select case c.direction when 'IN' then c.from_number else c.to_number end into number
      from phone_call c where c.provider = new.provider and c.external_id = new.external_id;
  end if;
  if number <> '' then perform pg_advisory_xact_lock(hashtextextended('call ' || number, 0)); end if;
  return new;
end $$;
create or replace trigger waits before insert on phone_call for each row execute function phone_call_waits();

create or replace function is_unreturned(call phone_call) returns boolean language sql stable as $$
  select call.direction = 'IN' and not call.internal and call.state = 'MISSED' and call.from_number <> '' and not exists (
    select from phone_call s
     where s.answered_at is not null and s.created_at >= call.created_at
       and case s.direction when 'IN' then s.from_number else s.to_number end = call.from_number)
$$;

-- Updates `unreturned`: a missed call has to be returned until somebody speaks with its number, no matter who calls
-- whom.
create or replace function phone_call_returned() returns trigger language plpgsql as $$
begin
  update phone_call c set unreturned = is_unreturned(c) where id = new.id and unreturned <> is_unreturned(c);
  if new.answered_at is not null then
    update phone_call set unreturned = false
     where unreturned and from_number = case new.direction when 'IN' then new.from_number else new.to_number end
       and created_at <= new.created_at;
  end if;
  return null;
end $$;
create or replace trigger returned
  after insert or update of from_number, to_number, internal, answered_at, outcome on phone_call
  for each row execute function phone_call_returned();

-- Computes the column again for all calls: this file runs again whenever it changes.
update phone_call c set unreturned = is_unreturned(c) where unreturned <> is_unreturned(c);
