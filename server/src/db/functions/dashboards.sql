-- Returns the minutes of work, Monday to Friday from 08:00 to 17:00, between Monday 1900-01-01 and a local time. It has
-- no FROM, so that the planner inlines it.
create or replace function working_minutes_until(moment timestamp) returns float8 language sql immutable as $$
  select (moment::date - date '1900-01-01') / 7 * 2700 + least((moment::date - date '1900-01-01') % 7, 5) * 540
         + case when (moment::date - date '1900-01-01') % 7 < 5
                then least(greatest(date_part('epoch', moment::time) / 60 - 480, 0), 540) else 0 end
$$;

-- Returns the rows of email_arrival for these e-mails, computed from their present state.
create or replace function email_arrivals(ids uuid[]) returns setof email_arrival language sql stable as $$
  select e.id, held.mailbox_id, e.received_at, extract(isodow from by_clock.began)::smallint,
         case when e.answered_at >= e.received_at
              then floor(working_minutes_until(by_clock.ended) - working_minutes_until(by_clock.began))::int end,
         e.kind = 'NORMAL', e.state = 'OPEN'
    from (select * from email where id = any (ids) offset 0) as e,
    lateral (select null::uuid as mailbox_id
             union all
             select distinct f.mailbox_id from mail_source s join mail_folder f on f.id = s.folder_id where s.email_id = e.id) as held,
    lateral (select e.received_at at time zone 'Europe/Zurich' as began, e.answered_at at time zone 'Europe/Zurich' as ended offset 0) as by_clock
   where e.deleted_at is null and e.direction = 'INCOMING'
$$;

-- Refreshes the rows of an e-mail. The lock makes sure that of two transactions that file it into two mailboxes at once
-- the later one sees what the other wrote. In PL/pgSQL, so that each connection keeps the plan for one e-mail.
create or replace function refresh_email_arrival(id_of_email uuid) returns void language plpgsql as $$
begin
  perform from email where id = id_of_email for no key update;
  delete from email_arrival where email_id = id_of_email;
  insert into email_arrival select * from email_arrivals(array[id_of_email]);
end $$;

create or replace function email_arrival_of_email() returns trigger language plpgsql as $$
begin
  perform refresh_email_arrival(new.id);
  return null;
end $$;
create or replace trigger arrival_insert after insert on email for each row
  when (new.deleted_at is null and new.direction = 'INCOMING') execute function email_arrival_of_email();
create or replace trigger arrival_update
  after update of received_at, answered_at, direction, kind, state, deleted_at on email for each row
  when ((old.received_at, old.answered_at, old.direction, old.kind, old.state, old.deleted_at)
        is distinct from (new.received_at, new.answered_at, new.direction, new.kind, new.state, new.deleted_at))
  execute function email_arrival_of_email();

create or replace function email_arrival_of_source() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.email_id is not null then perform refresh_email_arrival(old.email_id); end if;
  if tg_op <> 'DELETE' and new.email_id is not null then perform refresh_email_arrival(new.email_id); end if;
  return null;
end $$;
create or replace trigger arrival after insert or update of email_id, folder_id or delete on mail_source for each row
  execute function email_arrival_of_source();

-- Computes all rows again: this file runs again whenever it changes.
delete from email_arrival;
insert into email_arrival select * from email_arrivals(array(select id from email));
