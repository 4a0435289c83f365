-- Sets since when a card is in its step, also when the card moves because its step is removed. Every table of cards
-- needs this trigger before an update that changes step_id.
create or replace function note_step() returns trigger language plpgsql as $$
begin
  new.in_step_since := now();
  return new;
end $$;
create or replace trigger note_step before update of step_id on flame for each row
  when (old.step_id <> new.step_id) execute function note_step();
create or replace trigger note_step before update of step_id on project for each row
  when (old.step_id <> new.step_id) execute function note_step();

-- Refuses a card on a board of another kind. The triggers must run after the check of the foreign key, which waits
-- while another transaction locks the step: only then is it visible that a concurrent transaction changed the kind of
-- the board. PostgreSQL runs triggers in the order of their names.
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
