-- Notifies every process when a session, a user or a role changes, because processes cache their callers for a short
-- time.
create or replace function tell_actor_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('actors', '');
  return null;
end $$;
create or replace trigger tell_actor_change after delete on session for each row execute function tell_actor_change();
-- The use of a session only prolongs it and needs no notification; setting `seen_at` back ends it sooner.
create or replace trigger tell_actor_age after update of seen_at on session for each row
  when (new.seen_at < old.seen_at) execute function tell_actor_change();
create or replace trigger tell_actor_change
  after update of username, disabled, deleted_at, second_factor_confirmed_at or delete on app_user for each row
  execute function tell_actor_change();
create or replace trigger tell_actor_change after insert or update or delete on user_role for each row
  execute function tell_actor_change();
create or replace trigger tell_actor_change after update or delete on role for each row execute function tell_actor_change();
