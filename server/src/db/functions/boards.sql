-- Whoever moves a card, be it with a step that goes: since when it is in its step. For every table of cards, before an
-- update of its step_id that changes it.
create or replace function note_step() returns trigger language plpgsql as $$
begin
  new.in_step_since := now();
  return new;
end $$;
create or replace trigger note_step before update of step_id on flame for each row
  when (old.step_id <> new.step_id) execute function note_step();
create or replace trigger note_step before update of step_id on project for each row
  when (old.step_id <> new.step_id) execute function note_step();
