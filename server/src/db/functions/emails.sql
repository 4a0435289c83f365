-- The history of an e-mail that is gone for good goes with it: at the end of the transaction, because what goes with the
-- e-mail, such as its comments, writes a last entry before.
create or replace function forget_email() returns trigger language plpgsql as $$
begin
  delete from history where root_id = old.id;
  return null;
end $$;
drop trigger if exists forget on email;
create constraint trigger forget after delete on email deferrable initially deferred
  for each row execute function forget_email();

-- Whichever process reads a mailbox hears, once the transaction has committed, that its server is to be told something.
create or replace function wake_readers() returns trigger language plpgsql as $$
begin
  perform pg_notify('mailbox', mailbox_id::text) from (
    select distinct f.mailbox_id from added join mail_source s on s.id = added.source_id
      join mail_folder f on f.id = s.folder_id) as waiting;
  return null;
end $$;
create or replace trigger wake_readers after insert on mail_server_task referencing new table as added
  for each statement execute function wake_readers();
