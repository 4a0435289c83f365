-- A message that the server did not send is asked for again later, and the mailbox tells what the server said of it.
alter table mail_source add column next_try_at timestamptz, add column refusal text not null default '';
create index mail_source_refused on mail_source (folder_id, next_try_at) where refusal <> '';

alter table mailbox_status drop constraint mailbox_status_fault_check, add constraint mailbox_status_fault_check check (fault in
  ('HOST_UNKNOWN', 'REFUSED', 'TIMEOUT', 'CERTIFICATE', 'NO_STARTTLS', 'CREDENTIALS', 'TOKEN', 'NOT_ALLOWED', 'CONTENT_REFUSED',
   'TOO_LARGE', 'MESSAGE_REFUSED', 'FOLDER_MISSING', 'THROTTLED', 'QUOTA', 'DISCONNECTED', 'LATER', 'PROTOCOL', 'SECRET_UNREADABLE',
   'OWN_FAULT'));
alter table outbox drop constraint outbox_fault_check, add constraint outbox_fault_check check (fault in
  ('HOST_UNKNOWN', 'REFUSED', 'TIMEOUT', 'CERTIFICATE', 'NO_STARTTLS', 'CREDENTIALS', 'TOKEN', 'NOT_ALLOWED', 'CONTENT_REFUSED',
   'TOO_LARGE', 'MESSAGE_REFUSED', 'FOLDER_MISSING', 'THROTTLED', 'QUOTA', 'DISCONNECTED', 'LATER', 'PROTOCOL', 'SECRET_UNREADABLE',
   'OWN_FAULT'));
alter table mail_refused_task drop constraint mail_refused_task_fault_check, add constraint mail_refused_task_fault_check check (fault in
  ('HOST_UNKNOWN', 'REFUSED', 'TIMEOUT', 'CERTIFICATE', 'NO_STARTTLS', 'CREDENTIALS', 'TOKEN', 'NOT_ALLOWED', 'CONTENT_REFUSED',
   'TOO_LARGE', 'MESSAGE_REFUSED', 'FOLDER_MISSING', 'THROTTLED', 'QUOTA', 'DISCONNECTED', 'LATER', 'PROTOCOL', 'SECRET_UNREADABLE',
   'OWN_FAULT'));
