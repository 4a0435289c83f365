-- A content that a server refuses, and a message that is too large for it, are no fault of the mailbox.
alter table mailbox_status drop constraint mailbox_status_fault_check, add constraint mailbox_status_fault_check check (fault in
  ('HOST_UNKNOWN', 'REFUSED', 'TIMEOUT', 'CERTIFICATE', 'NO_STARTTLS', 'CREDENTIALS', 'TOKEN', 'NOT_ALLOWED', 'CONTENT_REFUSED',
   'TOO_LARGE', 'FOLDER_MISSING', 'THROTTLED', 'QUOTA', 'DISCONNECTED', 'LATER', 'PROTOCOL', 'SECRET_UNREADABLE', 'OWN_FAULT'));
alter table outbox drop constraint outbox_fault_check, add constraint outbox_fault_check check (fault in
  ('HOST_UNKNOWN', 'REFUSED', 'TIMEOUT', 'CERTIFICATE', 'NO_STARTTLS', 'CREDENTIALS', 'TOKEN', 'NOT_ALLOWED', 'CONTENT_REFUSED',
   'TOO_LARGE', 'FOLDER_MISSING', 'THROTTLED', 'QUOTA', 'DISCONNECTED', 'LATER', 'PROTOCOL', 'SECRET_UNREADABLE', 'OWN_FAULT'));
