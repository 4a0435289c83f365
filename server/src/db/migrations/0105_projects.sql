-- Projects on their boards, with the contacts that they concern, their documents and their comments.

create table project (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  step_id uuid not null,
  -- Order within the step, with gaps, so that a move writes one row.
  place bigint not null,
  in_step_since timestamptz not null default now(),
  title text not null,
  -- Rich text, cleaned.
  description text not null default '',
  start timestamptz,
  finished timestamptz,
  assignee_id uuid,
  proxy_owner_id uuid,
  proxy_owner_from timestamptz,
  proxy_owner_until timestamptz,
  reminder_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  deleted_at timestamptz,
  search text not null generated always as (
    search_text(title || ' ' || regexp_replace(description, '<[^>]*>', ' ', 'g'))) stored,
  constraint project_step_in_use foreign key (step_id) references blackboard_step,
  constraint project_assignee_in_use foreign key (assignee_id) references app_user,
  constraint project_proxy_owner_in_use foreign key (proxy_owner_id) references app_user,
  constraint project_span check (finished >= start),
  constraint project_proxy_period check (proxy_owner_until >= proxy_owner_from)
);
create index project_step on project (step_id);
create index project_on_board on project (step_id, place) where archived_at is null and deleted_at is null;
create index project_bin on project (step_id, deleted_at desc) where deleted_at is not null;
create index project_open on project (updated_at desc, id) where archived_at is null and deleted_at is null;
create index project_archived on project (updated_at desc, id) where archived_at is not null and deleted_at is null;
create index project_assignee on project (assignee_id) where assignee_id is not null;
create index project_proxy_owner on project (proxy_owner_id) where proxy_owner_id is not null;
create index project_reminder on project (reminder_at)
  where reminder_at is not null and archived_at is null and deleted_at is null;
create index project_end on project (finished) where finished is not null and archived_at is null and deleted_at is null;
create index project_search on project using gin (search gin_trgm_ops);
create trigger note_step before update of step_id on project for each row
  when (old.step_id <> new.step_id) execute function note_step();

create table project_contact (
  id uuid primary key default uuid_v7(),
  project_id uuid not null references project on delete cascade,
  contact_id uuid not null references contact on delete cascade,
  constraint project_contact_once unique (project_id, contact_id)
);
create index project_contact_contact on project_contact (contact_id);

-- Projects as they were saved, by version: what somebody's editor started from, so that two edits can be merged.
create table project_saved (
  project_id uuid not null references project on delete cascade,
  version int not null,
  saved_at timestamptz not null default now(),
  state json not null,
  primary key (project_id, version)
);

-- The card that boards and lists show, ready made.
create table project_card (
  project_id uuid primary key references project on delete cascade,
  card text not null
);

-- The documents of projects, every version of each.
create table project_document (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  project_id uuid not null references project on delete cascade,
  name text not null,
  -- Which of its versions is in force.
  current_number int not null default 1,
  deleted_at timestamptz
);
create unique index project_document_name_unique on project_document (project_id, lower(name)) where deleted_at is null;
create index project_document_project on project_document (project_id);
create index project_document_bin on project_document (deleted_at) where deleted_at is not null;

create table project_document_version (
  id uuid primary key default uuid_v7(),
  document_id uuid not null references project_document on delete cascade,
  number int not null,
  mime_type text not null,
  document_kind text,
  size_byte bigint not null,
  file_hash text not null references stored_file,
  uploaded_at timestamptz not null default now(),
  uploaded_by uuid references app_user,
  unique (document_id, number)
);
create index project_document_version_file on project_document_version (file_hash);
create index project_document_version_user on project_document_version (uploaded_by) where uploaded_by is not null;

-- What a comment stands on is one of three now.
alter table comment drop constraint comment_one_upstream, drop column upstream_id;
alter table comment add column project_id uuid references project on delete cascade;
alter table comment
  add column upstream_id uuid not null generated always as (coalesce(contact_id, email_id, project_id)) stored,
  add constraint comment_one_upstream check (num_nonnulls(contact_id, email_id, project_id) = 1);
create index comment_upstream on comment (upstream_id, created_at, id);
create index comment_project on comment (project_id) where project_id is not null;

alter table notification add column project_id uuid references project on delete cascade;
alter table notification add constraint notification_of_project
  check (project_id is null or num_nonnulls(comment_id, flame_id, encounter_id, contact_id) = 0);
create index notification_project on notification (project_id) where project_id is not null;

-- The history of lists is without that of projects.
drop index history_of_lists;
create index history_of_lists on history (id desc)
  where entity not in ('contact', 'address', 'email_address', 'phone_number', 'contact_relation', 'contact_document',
                       'encounter', 'comment', 'email', 'flame', 'dossier', 'dossier_article', 'dossier_package',
                       'flame_step_change', 'project', 'project_contact', 'project_document');
