-- Minutes of work from a Monday long ago until a moment as the clock shows it: Monday to Friday, 8 to 17 o'clock.
-- Without a FROM, so that the planner puts it where it is asked for.
create or replace function working_minutes_until(moment timestamp) returns float8 language sql immutable as $$
  select (moment::date - date '1900-01-01') / 7 * 2700 + least((moment::date - date '1900-01-01') % 7, 5) * 540
         + case when (moment::date - date '1900-01-01') % 7 < 5
                then least(greatest(date_part('epoch', moment::time) / 60 - 480, 0), 540) else 0 end
$$;
