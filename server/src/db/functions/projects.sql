-- Writes the cards of projects as boards and lists show them, and the keys that they are sorted by, if they changed.
-- The lock on a card waits for concurrent changes of the project, which the next statement reads. Works on one project
-- after the other, with a plan that each connection keeps (see flames.sql). The settings make it use indexes, because
-- the plan may have been made when the tables were empty.
create or replace function refresh_project_cards(ids uuid[]) returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  id_of_project uuid;
begin
  foreach id_of_project in array ids loop
    perform from project_card where project_id = id_of_project for update;
    insert into project_card (project_id, card, list, created_at, start, finished, reminder_at, title, names)
    select p.id, row_to_json(card)::text,
           case when p.deleted_at is not null then null when p.archived_at is null then 'OPEN' else 'ARCHIVED' end,
           p.created_at, p.start, p.finished, p.reminder_at, fold(p.title),
           coalesce((select search_text(string_agg(c.full_name, ' ' order by c.id))
                       from project_contact pc join contact c on c.id = pc.contact_id where pc.project_id = p.id), '')
      from project p, lateral (
        select p.id, p.version, s.blackboard_id as "taskboardRef", s.blackboard_id as "blackBoardRef", p.step_id as step,
               p.title, p.assignee_id as "assigneeRef", p.proxy_owner_id as "proxyOwnerRef",
               iso(p.proxy_owner_from) as "proxyOwnerFrom", iso(p.proxy_owner_until) as "proxyOwnerUntil",
               iso(p.start) as start, iso(p.finished) as finished, iso(p.reminder_at) as "reminderAtUtc", p.place as "order",
               coalesce((
                 select json_agg(json_build_object('id', c.id, 'name', c.full_name) order by fold(c.full_name), c.id)
                   from project_contact pc join contact c on c.id = pc.contact_id where pc.project_id = p.id), '[]') as contacts,
               iso(p.created_at) as "createdUtc", iso(p.updated_at) as "updatedUtc", iso(p.in_step_since) as "inStepSinceUtc",
               iso(p.archived_at) as "archivedUtc", iso(p.deleted_at) as "deletedUtc", todos_of(p.id) as todos
          from blackboard_step s where s.id = p.step_id) as card
     where p.id = id_of_project
    on conflict (project_id) do update
      set (card, list, created_at, start, finished, reminder_at, title, names)
          = (excluded.card, excluded.list, excluded.created_at, excluded.start, excluded.finished, excluded.reminder_at,
             excluded.title, excluded.names)
      where project_card.card <> excluded.card or project_card.created_at is null;
  end loop;
end $$;

create or replace function project_card_of_project() returns trigger language plpgsql as $$
begin
  perform refresh_project_cards(array(select id from changed order by id));
  return null;
end $$;
create or replace trigger card_insert after insert on project referencing new table as changed
  for each statement execute function project_card_of_project();
create or replace trigger card_update after update on project referencing new table as changed
  for each statement execute function project_card_of_project();

-- Refreshes the cards of the projects to which changed rows belong. A to-do may belong to a flame instead.
create or replace function project_card_of_row() returns trigger language plpgsql as $$
begin
  perform refresh_project_cards(array(select distinct project_id from changed where project_id is not null order by project_id));
  return null;
end $$;
create or replace trigger card_insert after insert on project_contact referencing new table as changed
  for each statement execute function project_card_of_row();
create or replace trigger card_update after update on project_contact referencing new table as changed
  for each statement execute function project_card_of_row();
create or replace trigger card_delete after delete on project_contact referencing old table as changed
  for each statement execute function project_card_of_row();
create or replace trigger project_card_added after insert on todo referencing new table as changed for each statement
  execute function project_card_of_row();
create or replace trigger project_card_changed after update on todo referencing new table as changed for each statement
  execute function project_card_of_row();
create or replace trigger project_card_removed after delete on todo referencing old table as changed for each statement
  execute function project_card_of_row();

create or replace function project_card_of_contact() returns trigger language plpgsql as $$
begin
  perform refresh_project_cards(array(
    select distinct pc.project_id
      from before join changed on changed.id = before.id join project_contact pc on pc.contact_id = changed.id
     where before.full_name is distinct from changed.full_name order by pc.project_id));
  return null;
end $$;
create or replace trigger project_card_update after update on contact referencing old table as before new table as changed
  for each statement execute function project_card_of_contact();

drop function if exists project_card_of_its_contact();
drop function if exists project_card_of_todo();

-- Refreshes all projects: this file runs again whenever it changes.
select refresh_project_cards(array(select id from project order by id));
