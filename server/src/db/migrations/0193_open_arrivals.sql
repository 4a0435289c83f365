-- What machines wrote is counted as open, too; the rows are made again by db/functions/dashboards.sql.
truncate email_arrival;
alter table email_arrival
  -- By a person, not by a machine.
  add column written boolean not null,
  add column open boolean not null;
drop index email_arrival_at;
create index email_arrival_at on email_arrival (received_at) include (mailbox_id, weekday, minutes) where written;
create index email_arrival_open on email_arrival (mailbox_id) where open;
drop function if exists refresh_email_arrivals(uuid[]);
