-- The booking page for customers: whether it is open, in whose name it books, and at which address its links begin.
alter table appointment_setting
  add column booking_open boolean not null default false,
  add column booking_user_id uuid references app_user on delete set null,
  add column booking_address text not null default '';
create index appointment_setting_booking_user on appointment_setting (booking_user_id) where booking_user_id is not null;

-- The network address of whoever keeps a place at the booking page; empty for programs and staff.
alter table slot_hold
  add column address text not null default '',
  add column created_at timestamptz not null default now();
create index slot_hold_address on slot_hold (address) where address <> '';

-- What customers ask for at the booking page. It counts once the link that was sent to them is confirmed.
create table booking_request (
  id uuid primary key default uuid_v7(),
  -- SHA-256 of the secret in the link.
  token_hash bytea not null constraint booking_request_token unique,
  slot_id uuid not null references predefined_time_slot on delete cascade,
  start_at timestamptz not null,
  hold_id uuid references slot_hold on delete set null,
  -- As it was typed; empty once it is confirmed, for then the contact has it.
  given_name text not null default '',
  surname text not null default '',
  phone_number text not null default '',
  note text not null default '',
  email_address text not null,
  -- The network address, for a day.
  address text not null,
  -- Once it is confirmed.
  appointment_id uuid references appointment on delete cascade,
  created_at timestamptz not null default now()
);
create index booking_request_slot on booking_request (slot_id);
create index booking_request_hold on booking_request (hold_id) where hold_id is not null;
create index booking_request_appointment on booking_request (appointment_id) where appointment_id is not null;
create index booking_request_email on booking_request (lower(email_address));
create index booking_request_created on booking_request (created_at);
