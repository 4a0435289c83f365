-- Deletes the history of an e-mail that was erased, at the end of the transaction: rows that are deleted with the
-- e-mail, such as comments, write a last entry before.
create or replace function forget_email() returns trigger language plpgsql as $$
begin
  delete from history where root_id = old.id;
  return null;
end $$;
drop trigger if exists forget on email;
create constraint trigger forget after delete on email deferrable initially deferred
  for each row execute function forget_email();

-- Sets the mailbox of a task, because the next tasks of a mailbox are queried all the time.
create or replace function name_mailbox() returns trigger language plpgsql as $$
begin
  select f.mailbox_id into new.mailbox_id
    from mail_source s join mail_folder f on f.id = s.folder_id where s.id = new.source_id;
  return new;
end $$;
create or replace trigger name_mailbox before insert on mail_server_task for each row execute function name_mailbox();

-- Notifies the process that reads a mailbox, with the commit, that there are new tasks for its server.
create or replace function wake_readers() returns trigger language plpgsql as $$
begin
  perform pg_notify('mailbox', mailbox_id::text) from (select distinct mailbox_id from added) as waiting;
  return null;
end $$;
create or replace trigger wake_readers after insert on mail_server_task referencing new table as added
  for each statement execute function wake_readers();
