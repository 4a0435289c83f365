-- What is booked for a contact in the bin, or lies there itself, is not to take place and holds no place. Since then a contact
-- that is expected stays out of the bin.
with gone as (
  update appointment a set state = 'CANCELLED', reason = 'Im Papierkorb', sequence = a.sequence + 1
    from encounter e join contact c on c.id = e.contact_id
   where e.id = a.id and a.state = 'BOOKED' and a.end_at > now() and (e.deleted_at is not null or c.deleted_at is not null)
  returning a.id)
update encounter set version = version + 1, updated_at = now() where id in (select id from gone);

update slot_day d
   set taken = counted.taken
  from (select s.slot_id, s.start_at,
               (select count(*)::int from appointment a
                 where a.slot_id = s.slot_id and a.start_at = s.start_at and a.state <> 'CANCELLED')
               + (select count(*)::int from slot_hold h where h.slot_id = s.slot_id and h.start_at = s.start_at) as taken
          from slot_day s where s.start_at > now()) as counted
 where d.slot_id = counted.slot_id and d.start_at = counted.start_at and d.taken <> counted.taken;
