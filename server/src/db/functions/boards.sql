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

-- A card comes to a board of its kind alone. Of a board that becomes one of the other kind at the moment it is known here, after the
-- foreign key has waited for its step: triggers go by their names.
create or replace function step_of_kind() returns trigger language plpgsql as $$
begin
  if exists (select from blackboard_step s join blackboard b on b.id = s.blackboard_id
              where s.id = new.step_id and b.kind <> upper(tg_table_name)) then
    raise foreign_key_violation using constraint = tg_table_name || '_step_in_use', message = 'a board of another kind';
  end if;
  return null;
end $$;
create or replace trigger step_of_kind_insert after insert on flame for each row execute function step_of_kind();
create or replace trigger step_of_kind_update after update of step_id on flame for each row
  when (old.step_id <> new.step_id) execute function step_of_kind();
create or replace trigger step_of_kind_insert after insert on project for each row execute function step_of_kind();
create or replace trigger step_of_kind_update after update of step_id on project for each row
  when (old.step_id <> new.step_id) execute function step_of_kind();
