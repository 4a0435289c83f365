-- What lists of projects are ordered by, beside the card that they show, as for flames (0116).
alter table project_card
  add column list text, -- OPEN or ARCHIVED
  add column created_at timestamptz,
  add column start timestamptz,
  add column finished timestamptz,
  add column reminder_at timestamptz,
  add column title text,
  add column names text not null default ''; -- of the contacts, to be found by
create index project_card_names on project_card using gin (names gin_trgm_ops);
create index project_card_created on project_card (list, created_at, project_id) where list is not null;
create index project_card_title on project_card (list, title, project_id) where list is not null;
create index project_card_start on project_card (list, start, project_id) where list is not null;
create index project_card_finished on project_card (list, finished, project_id) where list is not null;
create index project_card_reminder on project_card (list, reminder_at, project_id) where list is not null;
create index project_card_start_latest on project_card (list, start desc nulls last, project_id desc) where list is not null;
create index project_card_finished_latest on project_card (list, finished desc nulls last, project_id desc) where list is not null;
create index project_card_reminder_latest on project_card (list, reminder_at desc nulls last, project_id desc) where list is not null;

-- Few of many, which whoever walks through the order of the others finds last.
create index phone_call_incoming on phone_call (created_at desc, id desc) where direction = 'IN' and not internal;
create index phone_call_missed on phone_call (created_at desc, id desc)
  where direction = 'IN' and not internal and state = 'MISSED';
create index todo_unassigned on todo (state, (coalesce(due, start)), id) where assignee_id is null;
create index email_bin_search on email using gin (search gin_trgm_ops) where deleted_at is not null;
-- Also of those that nobody has, whatever their state.
create index email_list_nobody on email (received_at desc, id desc) where deleted_at is null and assignee_id is null;
