-- E-mails of which there are few, in the order of the list: who looks for them in the list of all walks through the whole of it.
-- What a person wrote is filed into none of these.
create index email_list_kind on email (kind, received_at desc, id desc) where deleted_at is null and kind <> 'NORMAL';
create index email_list_answered on email (received_at desc, id desc)
  where deleted_at is null and answered_at >= received_at;
create index email_list_closed on email (received_at desc, id desc) where deleted_at is null and state = 'CLOSED';

-- What is still to be told to the server of one mailbox is found without what another one waits for; db/functions/emails.sql fills it.
alter table mail_server_task add column mailbox_id uuid;
update mail_server_task t set mailbox_id = f.mailbox_id
  from mail_source s join mail_folder f on f.id = s.folder_id where s.id = t.source_id;
create index mail_server_task_mailbox on mail_server_task (mailbox_id, id);

-- The merges that can be undone are those with what undoing takes.
create index contact_merge_undoable on contact_merge (id) where snapshot is not null;

-- In the order of their list, also of those that came at once.
drop index notification_unread;
create index notification_unread on notification (user_id, created_at desc, id desc) where read_at is null;
-- Who was signed in last is told once, however often somebody was told.
create index notification_logins on notification (user_id, created_at desc, id desc)
  where read_at is null and notification_type = 'CURRENT_LOGINS';
