-- A program of others that is told of appointments.
create table webhook (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  title text not null,
  url text not null,
  events text[] not null check (events <@ array['APPOINTMENT_BOOKED', 'APPOINTMENT_MOVED', 'APPOINTMENT_CANCELLED']),
  active boolean not null default true,
  -- Signs what is sent.
  sealed_secret bytea not null,
  -- Nothing has arrived since.
  failing_since timestamptz,
  -- The product switched it off, because nothing arrived for long.
  gave_up_at timestamptz,
  -- A process sends to it.
  busy_until timestamptz,
  created_at timestamptz not null default now()
);

-- What a webhook is told of one event.
create table webhook_delivery (
  id uuid primary key default uuid_v7(),
  webhook_id uuid not null references webhook on delete cascade,
  -- The same for every webhook.
  event_id uuid not null,
  event_type text not null check (event_type in ('APPOINTMENT_BOOKED', 'APPOINTMENT_MOVED', 'APPOINTMENT_CANCELLED', 'TEST')),
  -- As it is signed and sent.
  body text not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'DELIVERED', 'GIVEN_UP')),
  -- Since it was written, or asked for once more.
  tries int not null default 0,
  next_try_at timestamptz,
  created_at timestamptz not null default now(),
  constraint webhook_delivery_once unique (webhook_id, event_id),
  constraint webhook_delivery_waits check ((state = 'WAITING') = (next_try_at is not null))
);
create index webhook_delivery_due on webhook_delivery (webhook_id, next_try_at) where state = 'WAITING';
create index webhook_delivery_log on webhook_delivery (webhook_id, id desc);
create index webhook_delivery_created on webhook_delivery (created_at);

-- One try, and what became of it.
create table webhook_attempt (
  id uuid primary key default uuid_v7(),
  delivery_id uuid not null references webhook_delivery on delete cascade,
  created_at timestamptz not null default now(),
  duration_ms int not null,
  -- Of HTTP, where there was an answer.
  status int,
  fault text check (fault in ('STATUS', 'REDIRECT', 'TIMEOUT', 'UNREACHABLE', 'NOT_PUBLIC', 'OWN_FAULT')),
  -- How the answer begins.
  answer text not null default ''
);
create index webhook_attempt_delivery on webhook_attempt (delivery_id, id);

alter table notification drop constraint notification_notification_type_check;
alter table notification add constraint notification_notification_type_check check (notification_type in (
  'COMMENT', 'TASK_REMINDER', 'PROJECT_REMINDER', 'CONTACT_DUPLICATES', 'CURRENT_LOGINS', 'INCOMING_CALL', 'MISSING_CALL',
  'CHECK_FLAME', 'CHECK_PROJECT', 'TODO_FINISHED', 'COMPLETE_TODO', 'INTERESTING_ENCOUNTER', 'WEBHOOK_OFF'));
