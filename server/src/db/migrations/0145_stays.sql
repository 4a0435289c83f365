-- Since when the card was in the step that it left, so that nobody looks for the change before.
alter table flame_step_change add from_step_since timestamptz;
alter table flame_step_change disable trigger user;
update flame_step_change c set from_step_since = stay.since
  from (select e.id, coalesce(lag(e.at) over (partition by e.flame_id order by e.at, e.id), f.created_at) as since
          from flame_step_change e join flame f on f.id = e.flame_id) stay
 where stay.id = c.id and c.from_step is not null;
alter table flame_step_change enable trigger user;
drop function if exists working_minutes(timestamptz, timestamptz);
