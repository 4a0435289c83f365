-- Every process remembers for a moment who its callers are; it is told at once when a session, a user or a role changes.
create or replace function tell_actor_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('actors', '');
  return null;
end $$;
