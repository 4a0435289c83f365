-- Returns when predefined slots take place between two days, both included, and until when they can be used. The times
-- of slots are local times of the company. A slot in the hour that the change to summer time skips does not take place.
create or replace function slot_occurrences(first_day date, last_day date)
  returns table (slot_id uuid, start_at timestamptz, end_at timestamptz, capacity int, lead_time_hours int)
  language sql stable as $$
  select s.id, at.start_at, at.end_at, s.capacity, s.lead_time_hours
    from predefined_time_slot s
    cross join lateral generate_series(greatest(first_day, s.valid_from)::timestamp,
                                       least(last_day, coalesce(s.valid_until, last_day))::timestamp,
                                       interval '1 day') as each (midnight)
    cross join lateral (
      select (midnight + s.start_time::time) at time zone 'Europe/Zurich' as start_at,
             (midnight + s.end_time::time) at time zone 'Europe/Zurich' - s.buffer_minutes * interval '1 minute' as end_at) as at
   where extract(isodow from midnight) = array_position(
           array['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'], s.weekday)
     and (at.start_at at time zone 'Europe/Zurich')::time = s.start_time::time
     and at.end_at > at.start_at
     and not exists (select from time_slot_exception e
                      where e.day = midnight::date and (e.slot_id is null or e.slot_id = s.id))
$$;

-- Takes places of one occurrence of a slot, or gives them back if `places` is negative. Taking a place also updates the
-- capacity of the occurrence to the present one of the slot.
create or replace function take_places(slot uuid, at timestamptz, places int) returns void language plpgsql as $$
begin
  update slot_day d
     set taken = d.taken + places, capacity = case when places > 0 then s.capacity else d.capacity end
    from predefined_time_slot s where s.id = d.slot_id and d.slot_id = slot and d.start_at = at;
  if not found and places > 0 then
    insert into slot_day as d (slot_id, start_at, capacity, taken)
    select s.id, at, s.capacity, places from predefined_time_slot s where s.id = slot
    on conflict on constraint slot_day_pkey do update set taken = d.taken + excluded.taken, capacity = excluded.capacity;
  end if;
end $$;

create or replace function count_appointment() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.slot_id is not null and old.state <> 'CANCELLED' then
    perform take_places(old.slot_id, old.start_at, -1);
  end if;
  if tg_op <> 'DELETE' and new.slot_id is not null and new.state <> 'CANCELLED' then
    perform take_places(new.slot_id, new.start_at, 1);
  end if;
  return null;
end $$;
create or replace trigger count_places after insert or delete or update of slot_id, start_at, state on appointment
  for each row execute function count_appointment();

create or replace function count_hold() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform take_places(old.slot_id, old.start_at, -1);
  else perform take_places(new.slot_id, new.start_at, 1);
  end if;
  return null;
end $$;
create or replace trigger count_places after insert or delete on slot_hold for each row execute function count_hold();

-- Refuses a capacity below the number of places that are already taken at a future occurrence.
create or replace function keep_booked_places() returns trigger language plpgsql as $$
begin
  if exists (select from slot_day d where d.slot_id = new.id and d.start_at > now() and d.taken > new.capacity) then
    raise check_violation using constraint = 'predefined_time_slot_booked', message = 'more places are booked';
  end if;
  return null;
end $$;
create or replace trigger keep_booked_places after update on predefined_time_slot
  for each row when (new.capacity < old.capacity) execute function keep_booked_places();

-- Returns whether a contact has a booked appointment that is not over.
create or replace function has_appointments(contact uuid) returns boolean language sql stable as $$
  select exists (select from encounter e join appointment a on a.id = e.id
                  where e.contact_id = contact and e.deleted_at is null and a.state = 'BOOKED' and a.end_at > now())
$$;
