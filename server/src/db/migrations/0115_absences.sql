-- Who is away from when until when, who stands in meanwhile, and what their mail is answered with.
create table absence (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  person_id uuid not null,
  from_at timestamptz not null,
  until_at timestamptz not null,
  -- For everything that has nobody of its own.
  stand_in_id uuid,
  flame_stand_in_id uuid,
  project_stand_in_id uuid,
  todo_stand_in_id uuid,
  mail_stand_in_id uuid,
  -- Without a subject nobody is answered.
  subject text not null default '',
  text text not null default '',
  -- How far it is known to be, so that its beginning and its end are told once.
  phase text not null default 'PLANNED' check (phase in ('PLANNED', 'RUNNING', 'OVER')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint absence_period check (until_at > from_at),
  constraint absence_person_in_use foreign key (person_id) references app_user,
  constraint absence_stand_in_in_use foreign key (stand_in_id) references app_user,
  constraint absence_flame_stand_in_in_use foreign key (flame_stand_in_id) references app_user,
  constraint absence_project_stand_in_in_use foreign key (project_stand_in_id) references app_user,
  constraint absence_todo_stand_in_in_use foreign key (todo_stand_in_id) references app_user,
  constraint absence_mail_stand_in_in_use foreign key (mail_stand_in_id) references app_user
);
create index absence_person on absence (person_id, from_at desc);
create index absence_until on absence (until_at);
create index absence_stand_in on absence (stand_in_id) where stand_in_id is not null;
create index absence_flame_stand_in on absence (flame_stand_in_id) where flame_stand_in_id is not null;
create index absence_project_stand_in on absence (project_stand_in_id) where project_stand_in_id is not null;
create index absence_todo_stand_in on absence (todo_stand_in_id) where todo_stand_in_id is not null;
create index absence_mail_stand_in on absence (mail_stand_in_id) where mail_stand_in_id is not null;

-- What somebody was answered with: an absence e-mail of the list, or that of one person's absence.
alter table absence_answer drop constraint absence_answer_pkey;
alter table absence_answer alter column absence_id drop not null;
alter table absence_answer add column personal_absence_id uuid references absence on delete cascade;
alter table absence_answer add constraint absence_answer_of_one check (num_nonnulls(absence_id, personal_absence_id) = 1);
alter table absence_answer add constraint absence_answer_once
  unique nulls not distinct (absence_id, personal_absence_id, mailbox_id, address);
create index absence_answer_personal on absence_answer (personal_absence_id) where personal_absence_id is not null;
