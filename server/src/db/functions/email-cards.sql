-- Returns the card of an e-mail from its present rows: all that lists show of it except the name of its contact and the
-- length of its thread. PostgreSQL inlines it into the query of the row.
create or replace function email_card_of(e email) returns table (mailbox_id uuid, members text) language sql stable as $$
  select coalesce((
           select (array_agg(f.mailbox_id order by s.id))[1]
             from (select * from mail_source where email_id = e.id offset 0) as s -- prevents a scan of whole folders
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

-- Writes the card of an e-mail if it changed. In PL/pgSQL, so that each connection keeps the plan. The settings make it
-- use indexes, because the plan may have been made when the tables were empty.
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

-- Refreshes the card of an e-mail. Locks the e-mail first: this waits for concurrent changes, which the next statement
-- reads.
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

-- Refreshes the cards of the e-mails to which changed rows belong.
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

-- Refreshes the card of an e-mail that appears in another mailbox. One that appears in its own mailbox again is shown
-- as before. One that is being filed has no card yet, or a card without a mailbox, which is refreshed.
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

-- Locks the mailboxes that already contain the e-mail, so that a transaction that removes one of them either sees the
-- new place or finishes first. The lock comes before that of the e-mail, in the same order as when a mailbox is
-- removed.
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

-- Refreshes the cards of e-mails that are in another mailbox, too, when a mailbox is removed. The cards of all others
-- keep the removed mailbox, which lists leave out.
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

-- Makes all cards again: this file runs again whenever it changes. The lock makes writes of other processes wait until
-- the cards are there.
lock table email_card in exclusive mode;
delete from email_card;
insert into email_card (email_id, contact_id, thread_id, mailbox_id, members)
select e.id, e.contact_id, e.thread_id, card.mailbox_id, card.members from email e, email_card_of(e) as card;
