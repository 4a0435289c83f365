-- Who writes a call waits for whoever writes another one of its number, before a row is locked: neither would see the other. A message
-- may leave the number to those before it.
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

-- A missed call is to be returned until somebody spoke with its number, whoever called.
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

-- Whenever this file changes, what it makes is made again.
update phone_call c set unreturned = is_unreturned(c) where unreturned <> is_unreturned(c);
