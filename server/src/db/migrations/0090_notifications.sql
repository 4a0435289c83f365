-- What a person is to be told: kept until it is marked as read, and a while longer, so that nothing is told twice.
create table notification (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references app_user on delete cascade,
  notification_type text not null check (notification_type in (
    'COMMENT', 'TASK_REMINDER', 'PROJECT_REMINDER', 'CONTACT_DUPLICATES', 'CURRENT_LOGINS', 'INCOMING_CALL', 'MISSING_CALL',
    'CHECK_FLAME', 'CHECK_PROJECT', 'TODO_FINISHED', 'COMPLETE_TODO', 'INTERESTING_ENCOUNTER')),
  content text not null,
  reason text check (reason in ('ASSIGNED', 'MENTIONED', 'OVERDUE')),
  -- what it is about; with that it goes
  comment_id uuid references comment on delete cascade,
  flame_id uuid references flame on delete cascade,
  encounter_id uuid references encounter on delete cascade,
  constraint notification_one_upstream check (num_nonnulls(comment_id, flame_id, encounter_id) <= 1),
  -- what may be told to somebody once; null: each time
  once text,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  constraint notification_once unique (user_id, notification_type, once)
);
create index notification_unread on notification (user_id, created_at desc, id) where read_at is null;
create index notification_comment on notification (comment_id) where comment_id is not null;
create index notification_flame on notification (flame_id) where flame_id is not null;
create index notification_encounter on notification (encounter_id) where encounter_id is not null;
create index notification_read on notification (read_at) where read_at is not null;

-- What is due is looked for all the time.
create index flame_reminder on flame (reminder_at) where reminder_at is not null and archived_at is null and deleted_at is null;

-- What was due before there was anybody to tell it is not told now.
insert into notification (user_id, notification_type, content, reason, flame_id, once, read_at)
select f.assignee_id, told.type, '', told.reason, f.id, told.once, now()
  from flame f
  join dossier d on d.flame_id = f.id
 cross join lateral (
   select 'TASK_REMINDER' as type, null as reason, f.id || ' ' || iso(f.reminder_at) as once where f.reminder_at <= now()
   union all
   select 'CHECK_FLAME', 'OVERDUE', f.id || ' overdue ' || iso(dated.at)
     from (select max(at) as at from unnest(array[d.pickup_date, d.self_pickup_at, d.delivery_date]) as at where at <= now()) dated
    where dated.at is not null and not d.delivered) told
 where f.assignee_id is not null and f.deleted_at is null and f.archived_at is null;

-- How somebody wants to be told, by type; what is not named is as it is delivered.
create table notification_setting (
  user_id uuid primary key references app_user on delete cascade,
  ways jsonb not null default '{}',
  quiet_from text not null default '',
  quiet_until text not null default ''
);
