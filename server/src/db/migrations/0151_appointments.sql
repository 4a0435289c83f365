-- An appointment is an encounter of its contact: this is what it has besides.
create table appointment (
  id uuid primary key references encounter on delete cascade,
  start_at timestamptz not null,
  end_at timestamptz not null,
  place text not null default '',
  state text not null default 'BOOKED' check (state in ('BOOKED', 'CANCELLED', 'MISSED')),
  -- Why it was cancelled.
  reason text not null default '',
  slot_id uuid constraint appointment_slot_in_use references predefined_time_slot,
  -- How often what was sent about it has changed.
  sequence int not null default 0,
  -- The users who take part.
  participants uuid[] not null default '{}',
  constraint appointment_order check (end_at > start_at)
);
create index appointment_start on appointment (start_at);
create index appointment_slot on appointment (slot_id, start_at) where slot_id is not null;

-- How a predefined slot can be booked.
alter table predefined_time_slot
  -- By programs no later than so many hours before it begins.
  add column lead_time_hours int not null default 0 check (lead_time_hours between 0 and 8760),
  -- The last minutes of it that stay free for what comes next.
  add column buffer_minutes int not null default 0 check (buffer_minutes between 0 and 480),
  add constraint predefined_time_slot_buffer check (
    buffer_minutes = 0 or left(end_time, 2)::int * 60 + right(end_time, 2)::int - left(start_time, 2)::int * 60 - right(start_time, 2)::int
      > buffer_minutes);

-- Days on which one slot, or without one every slot, does not take place.
create table time_slot_exception (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  day date not null,
  slot_id uuid references predefined_time_slot on delete cascade,
  reason text not null default ''
);
create unique index time_slot_exception_once on time_slot_exception (day, slot_id) nulls not distinct;
create index time_slot_exception_slot on time_slot_exception (slot_id) where slot_id is not null;

-- The places of a slot that takes place once: triggers count those that are booked or kept, and no more fit in.
create table slot_day (
  slot_id uuid not null references predefined_time_slot on delete cascade,
  start_at timestamptz not null,
  capacity int not null,
  taken int not null,
  primary key (slot_id, start_at),
  constraint slot_day_capacity check (taken between 0 and capacity)
);

-- A place that is kept while somebody makes up their mind.
create table slot_hold (
  id uuid primary key default uuid_v7(),
  slot_id uuid not null references predefined_time_slot on delete cascade,
  start_at timestamptz not null,
  user_id uuid not null references app_user on delete cascade,
  expires_at timestamptz not null
);
create index slot_hold_slot on slot_hold (slot_id, start_at);
create index slot_hold_user on slot_hold (user_id);
create index slot_hold_expires on slot_hold (expires_at);
