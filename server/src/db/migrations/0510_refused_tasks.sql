-- What a mail server refused to do too often. It waits for an admin, who has it tried again or dismisses it.
create table mail_refused_task (
  id uuid primary key default uuid_v7(),
  mailbox_id uuid not null references mailbox on delete cascade,
  source_id uuid not null references mail_source on delete cascade,
  task text not null constraint mail_refused_task_task_check
    check (task in ('SEEN', 'UNSEEN', 'ANSWERED', 'FORWARDED', 'BIN', 'UNBIN', 'REMOVE')),
  fault text not null constraint mail_refused_task_fault_check check (fault in
    ('HOST_UNKNOWN', 'REFUSED', 'TIMEOUT', 'CERTIFICATE', 'NO_STARTTLS', 'CREDENTIALS', 'TOKEN', 'NOT_ALLOWED', 'CONTENT_REFUSED',
     'TOO_LARGE', 'FOLDER_MISSING', 'THROTTLED', 'QUOTA', 'DISCONNECTED', 'LATER', 'PROTOCOL', 'SECRET_UNREADABLE', 'OWN_FAULT')),
  said text not null default '',
  refused_at timestamptz not null default now(),
  constraint mail_refused_task_once unique (source_id, task)
);
create index mail_refused_task_mailbox on mail_refused_task (mailbox_id, refused_at desc, id desc);
