-- What the dashboards count, a narrow row each, as triggers keep it (db/functions/dashboards.sql): reading the rows that people
-- work with took ten times as long.

-- What came in from people outside the bin: of each e-mail a row without a mailbox, and one for each in which it lies.
create table email_arrival (
  email_id uuid not null references email on delete cascade,
  mailbox_id uuid,
  received_at timestamptz not null,
  -- As the clock of the product shows it, from Monday on.
  weekday smallint not null,
  -- Of work, until the first answer.
  minutes int
);
create index email_arrival_email on email_arrival (email_id);
create index email_arrival_at on email_arrival (received_at) include (mailbox_id, weekday, minutes);

-- What was archived as an order.
create table flame_order (
  flame_id uuid primary key references flame on delete cascade,
  blackboard_id uuid not null,
  archived_at timestamptz not null,
  month date not null,
  country text not null,
  customer_type text not null,
  articles int not null,
  crates int not null,
  weight_in_kg float8 not null,
  -- Each product once, beside how many of it.
  products uuid[] not null,
  quantities int[] not null
);
create index flame_order_at on flame_order (archived_at);

-- How long cards stayed in a step that they left within a span; and to-dos that were done in one.
drop index flame_step_change_from;
create index flame_step_change_from on flame_step_change (from_step_id, at) include (from_step_since) where from_step_id is not null;
create index todo_finished on todo (finished) where state = 'DONE';
