-- What the figures of the dashboards lead to: few of many are found in the order of their list without the others.

-- A missed call after which nobody spoke with its number; filled by db/functions/calls.sql.
alter table phone_call add column unreturned boolean not null default false;
create index phone_call_unreturned on phone_call (created_at desc, id desc) where unreturned;
create index phone_call_unreturned_number on phone_call (from_number, created_at) where unreturned;
create index phone_call_spoken on phone_call ((case direction when 'IN' then from_number else to_number end), created_at)
  where answered_at is not null;
create index phone_call_weekday on phone_call
  (extract(isodow from (created_at at time zone 'Europe/Zurich')), created_at desc, id desc);
create index phone_call_incoming_weekday on phone_call
  (extract(isodow from (created_at at time zone 'Europe/Zurich')), created_at desc, id desc)
  where direction = 'IN' and not internal;
create index phone_call_missed_weekday on phone_call
  (extract(isodow from (created_at at time zone 'Europe/Zurich')), created_at desc, id desc)
  where direction = 'IN' and not internal and state = 'MISSED';
create index phone_call_unreturned_weekday on phone_call
  (extract(isodow from (created_at at time zone 'Europe/Zurich')), created_at desc, id desc) where unreturned;

-- E-mails of any mailbox and of one, on a weekday; those that were answered.
create index email_arrival_list on email_arrival (weekday, received_at desc, email_id desc) where written and mailbox_id is null;
create index email_arrival_answered on email_arrival (weekday, received_at desc, email_id desc)
  where written and mailbox_id is null and minutes is not null;
create index email_arrival_mailbox on email_arrival (mailbox_id, weekday, received_at desc, email_id desc)
  where written and mailbox_id is not null;
create index email_arrival_mailbox_answered on email_arrival (mailbox_id, weekday, received_at desc, email_id desc)
  where written and mailbox_id is not null and minutes is not null;

-- Orders of a country or type of customer, and with a product; cards that left a step.
create index flame_order_country on flame_order (country, archived_at) include (flame_id);
create index flame_order_customer_type on flame_order (customer_type, archived_at) include (flame_id);
create index flame_order_products on flame_order using gin (products);
drop index flame_order_at;
create index flame_order_at on flame_order (archived_at) include (flame_id);
drop index flame_step_change_from;
create index flame_step_change_from on flame_step_change (from_step_id, at) include (from_step_since, flame_id)
  where from_step_id is not null;

-- Open flames that nobody looks after.
create index flame_unassigned on flame (updated_at desc, id) where assignee_id is null and archived_at is null and deleted_at is null;

-- Contacts that were entered within a span, without looking at the rest of them.
drop index contact_created;
create index contact_created on contact (created_at) include (id) where deleted_at is null;
