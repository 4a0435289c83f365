-- Stand-ins of people who are away. They are computed at each call, so that an absence begins and ends by itself and
-- nothing has to be undone.

-- Returns the stand-ins that an absence names for a kind of work ('FLAME', 'PROJECT', 'TODO', 'MAIL'): the one for this
-- kind before the general one.
create or replace function named_stand_ins(a absence, kind text) returns uuid[] language sql immutable as $$
  select array_remove(array[
    case kind when 'FLAME' then a.flame_stand_in_id when 'PROJECT' then a.project_stand_in_id
              when 'TODO' then a.todo_stand_in_id when 'MAIL' then a.mail_stand_in_id end,
    a.stand_in_id], null)
$$;

-- Returns whether a person can look after a kind of work: whether they can sign in and hold the permission for it.
-- Appointments ('APPOINTMENT') have no stand-in of their own; the general one takes them over.
create or replace function may_stand_in(person uuid, kind text) returns boolean language sql stable as $$
  select exists (
    select from app_user u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
     where u.id = person and u.deleted_at is null and not u.disabled
       and case kind when 'FLAME' then 'PROXY_FLAME' when 'PROJECT' then 'PROXY_PROJECT'
                     when 'TODO' then 'TODO_READ' when 'APPOINTMENT' then 'ENCOUNTER_READ' else 'EMAIL_READ' end = any (r.permissions))
$$;

-- Returns the first stand-in who is present and may do the work; null if there is nobody. A stand-in who is away is
-- replaced by their own stand-ins. Nobody is asked twice, so that a cycle ends.
create or replace function find_stand_in(person uuid, kind text, at timestamptz) returns uuid language plpgsql stable as $$
declare
  waiting uuid[] := array[person];
  asked uuid[] := '{}';
  one uuid;
  away absence;
begin
  while cardinality(waiting) > 0 loop
    one := waiting[1];
    waiting := waiting[2:];
    continue when one = any (asked);
    asked := asked || one;
    select * into away from absence a where a.person_id = one and a.from_at <= at and at < a.until_at limit 1;
    if found then
      waiting := named_stand_ins(away, kind) || waiting;
    elsif one <> person and may_stand_in(one, kind) then
      return one;
    end if;
  end loop;
  return null;
end $$;

-- Returns everybody who is away at that time and has a stand-in for this kind of work. `shown` holds the properties
-- that their cards show of it.
drop function if exists stand_ins(text, timestamptz);
create function stand_ins(kind text, at timestamptz)
  returns table (person_id uuid, stand_in_id uuid, absence_id uuid, shown jsonb) language sql stable rows 3 as $$
  select found.person_id, found.stand_in_id, found.id, found.shown from (
    select a.person_id, one.stand_in_id, a.id,
           jsonb_build_object('proxyOwnerRef', one.stand_in_id, 'proxyOwnerFrom', iso(a.from_at),
                              'proxyOwnerUntil', iso(a.until_at), 'proxyAbsenceRef', a.id) as shown
      from absence a cross join lateral (select find_stand_in(a.person_id, kind, at) as stand_in_id offset 0) one
     where a.from_at <= at and at < a.until_at offset 0) as found
   where found.stand_in_id is not null
$$;

-- Returns the proxy that a card itself names, if this time is in the proxy's period, which may be open at both ends.
create or replace function current_proxy(owner uuid, from_at timestamptz, until_at timestamptz, at timestamptz) returns uuid
  language sql immutable as $$
  select case when coalesce(from_at <= at, true) and coalesce(until_at >= at, true) then owner end
$$;

-- Tells of absences: stand-ins may change when users can no longer sign in, or can again, and when their permissions
-- change.
create or replace function tell_stand_ins() returns trigger language plpgsql as $$
begin
  perform tell('absence');
  return null;
end $$;
create or replace trigger tell_stand_ins after update on app_user for each row
  when ((old.disabled, old.deleted_at) is distinct from (new.disabled, new.deleted_at)) execute function tell_stand_ins();
create or replace trigger tell_stand_ins after insert or delete on user_role for each statement
  execute function tell_stand_ins();
create or replace trigger tell_stand_ins after update of permissions on role for each statement
  execute function tell_stand_ins();

-- Tells the readers of notifications: a notification that somebody got as a stand-in is settled once they no longer
-- stand in. Stand-ins form chains, so it may concern everybody whom an absence names.
create or replace function tell_notified_stand_ins() returns trigger language plpgsql as $$
declare
  reader uuid;
begin
  for reader in
    select distinct one from absence a,
           unnest(array[a.stand_in_id, a.flame_stand_in_id, a.project_stand_in_id, a.todo_stand_in_id, a.mail_stand_in_id]) one
     where one is not null and a.until_at > now() - interval '1 day'
    union select former
           from unnest(array[old.stand_in_id, old.flame_stand_in_id, old.project_stand_in_id, old.todo_stand_in_id,
                             old.mail_stand_in_id]) former
          where tg_op <> 'INSERT' and former is not null loop
    perform tell('notification user=' || reader);
  end loop;
  return null;
end $$;
create or replace trigger tell_notified after insert or update or delete on absence for each row
  execute function tell_notified_stand_ins();
