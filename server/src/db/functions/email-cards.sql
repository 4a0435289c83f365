-- The card of an e-mail as it is to be now: all that lists show of it but the name of its contact and how long its thread is. PostgreSQL
-- takes it into the query of the row.
create or replace function email_card_of(e email) returns table (mailbox_id uuid, members text) language sql stable as $$
  select coalesce((
           select (array_agg(f.mailbox_id order by s.id))[1]
             from (select * from mail_source where email_id = e.id offset 0) as s -- not all that lies in a folder
             join mail_folder f on f.id = s.folder_id join mailbox b on b.id = f.mailbox_id and b.deleted_at is null), left_by.id),
         left(substr(row_to_json(shown)::text, 2), -1)
    from (select) as one left join outbox o on o.email_id = e.id
    left join mailbox left_by on left_by.id = o.mailbox_id and left_by.deleted_at is null,
    lateral (
      select e.id, e.version, e.assignee_id as "assigneeRef", e.direction, e.kind, e.state, e.important, e.seen, e.subject,
             json_build_object('name', e.from_name, 'address', e.from_address) as "from", e.to_list as "to", e.preview,
             iso(e.received_at) as "receivedAtUtc", e.attachment_count as "attachmentCount",
             (select count(*) from comment c where c.email_id = e.id and c.deleted_at is null) as "commentCount",
             e.thread_id as "threadRef", iso(e.answered_at) as "answeredAtUtc", o.state as delivery,
             iso(e.deleted_at) as "deletedAtUtc") as shown
$$;

-- One that stays as it is is not written. In PL/pgSQL, whose plan each connection keeps, and by indexes: it may have been made with
-- empty tables.
create or replace function write_email_card(email uuid) returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into email_card (email_id, contact_id, thread_id, mailbox_id, members)
  select e.id, e.contact_id, e.thread_id, card.mailbox_id, card.members from email e, email_card_of(e) as card
   where e.id = write_email_card.email
  on conflict (email_id) do update
    set (contact_id, thread_id, mailbox_id, members)
        = (excluded.contact_id, excluded.thread_id, excluded.mailbox_id, excluded.members)
    where (email_card.contact_id, email_card.thread_id, email_card.mailbox_id, email_card.members)
          is distinct from (excluded.contact_id, excluded.thread_id, excluded.mailbox_id, excluded.members);
end $$;

-- The e-mail is locked first: what somebody else writes about it at the moment is waited for, and read by the statement after that.
create or replace function refresh_email_card(email uuid) returns void language plpgsql as $$
begin
  perform from email e where e.id = refresh_email_card.email for no key update;
  if found then perform write_email_card(email); end if;
end $$;

create or replace function email_card_of_email() returns trigger language plpgsql as $$
begin
  perform write_email_card(new.id);
  return null;
end $$;
create or replace trigger card_insert after insert on email for each row execute function email_card_of_email();
create or replace trigger card_update after update on email for each row
  when ((old.version, old.assignee_id, old.contact_id, old.direction, old.kind, old.state, old.important, old.seen, old.subject, old.from_name,
         old.from_address, old.to_list, old.preview, old.received_at, old.attachment_count, old.thread_id, old.answered_at, old.deleted_at)
        is distinct from
        (new.version, new.assignee_id, new.contact_id, new.direction, new.kind, new.state, new.important, new.seen, new.subject, new.from_name,
         new.from_address, new.to_list, new.preview, new.received_at, new.attachment_count, new.thread_id, new.answered_at, new.deleted_at))
  execute function email_card_of_email();

-- Of the rows that belong to an e-mail.
create or replace function email_card_of_row() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform refresh_email_card(old.email_id); end if;
  if tg_op <> 'DELETE' and (tg_op = 'INSERT' or new.email_id is distinct from old.email_id) then
    perform refresh_email_card(new.email_id);
  end if;
  return null;
end $$;
create or replace trigger card_insert after insert on outbox for each row execute function email_card_of_row();
create or replace trigger card_update after update on outbox for each row
  when ((old.email_id, old.state, old.mailbox_id) is distinct from (new.email_id, new.state, new.mailbox_id))
  execute function email_card_of_row();
create or replace trigger card_delete after delete on outbox for each row execute function email_card_of_row();

create or replace trigger card_insert after insert on comment for each row when (new.email_id is not null)
  execute function email_card_of_row();
create or replace trigger card_update after update on comment for each row
  when ((old.email_id, old.deleted_at) is distinct from (new.email_id, new.deleted_at)) execute function email_card_of_row();
create or replace trigger card_delete after delete on comment for each row when (old.email_id is not null)
  execute function email_card_of_row();

-- One that lies in its mailbox once more is shown as before; one that is being filed has no card yet, or one without a mailbox.
create or replace function email_card_of_place() returns trigger language plpgsql as $$
begin
  if exists (
    select from email_card
     where email_id = new.email_id and mailbox_id is distinct from (select mailbox_id from mail_folder where id = new.folder_id)) then
    perform refresh_email_card(new.email_id);
  end if;
  return null;
end $$;
create or replace trigger card_insert after insert on mail_source for each row when (new.email_id is not null)
  execute function email_card_of_place();

-- Who removes a mailbox in which it lies already knows of the new place, or is waited for: before the e-mail is locked, which follows
-- for whoever removes one, too.
create or replace function hold_mailboxes() returns trigger language plpgsql as $$
begin
  if exists (select from email_card where email_id = new.email_id) then
    perform from mailbox
      where id in (select f.mailbox_id from mail_source s join mail_folder f on f.id = s.folder_id where s.email_id = new.email_id)
      order by id for share;
  end if;
  return new;
end $$;
create or replace trigger hold_mailboxes before insert on mail_source for each row when (new.email_id is not null)
  execute function hold_mailboxes();
create or replace trigger card_update after update on mail_source for each row
  when ((old.email_id, old.folder_id) is distinct from (new.email_id, new.folder_id)) execute function email_card_of_row();
create or replace trigger card_delete after delete on mail_source for each row when (old.email_id is not null)
  execute function email_card_of_row();

-- What lay in a mailbox that is removed may lie in another. Of all others the card goes on naming it, which lists leave out.
create or replace function email_card_of_mailbox() returns trigger language plpgsql as $$
declare
  email uuid;
begin
  for email in
    select s.email_id
      from mail_folder f join mail_source s on s.folder_id = f.id
     where f.mailbox_id = new.id and s.email_id is not null
       and (exists (select from mail_source o join mail_folder of on of.id = o.folder_id
                     where o.email_id = s.email_id and of.mailbox_id <> new.id)
            or exists (select from outbox o where o.email_id = s.email_id and o.mailbox_id <> new.id))
     group by s.email_id order by s.email_id
  loop
    perform refresh_email_card(email);
  end loop;
  return null;
end $$;
create or replace trigger card_update after update on mailbox for each row
  when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function email_card_of_mailbox();

-- Whoever has e-mails gets cards of this form. What another process writes meanwhile waits until they are there.
lock table email_card in exclusive mode;
delete from email_card;
insert into email_card (email_id, contact_id, thread_id, mailbox_id, members)
select e.id, e.contact_id, e.thread_id, card.mailbox_id, card.members from email e, email_card_of(e) as card;
