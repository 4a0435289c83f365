-- A call is one row through its life. What an exchange tells of it comes doubled, late and in any order, so that facts are
-- kept, and the state follows from them.
create table phone_call (
  id uuid primary key default uuid_v7(),
  provider text not null check (provider in ('GENERIC', 'SIPGATE', 'PLACETEL', 'THREE_CX')),
  -- As the exchange calls it.
  external_id text not null,
  direction text not null check (direction in ('IN', 'OUT')),
  -- E.164 where it can be read as one; empty for somebody who hides it.
  from_number text not null,
  to_number text not null,
  -- Where it rings, or where it was made.
  extensions text[] not null,
  internal boolean not null,
  started_at timestamptz not null,
  answered_at timestamptz,
  resumed_at timestamptz,
  held_at timestamptz,
  ended_at timestamptz,
  -- What its end says. Of one that is lost no end was ever told.
  outcome text check (outcome in ('ENDED', 'MISSED', 'LOST')),
  state text not null generated always as (
    case when outcome is not null and (answered_at is not null or outcome = 'ENDED') then 'ENDED'
         when outcome is not null then 'MISSED'
         when held_at > coalesce(resumed_at, answered_at, '-infinity') then 'HELD'
         when answered_at is not null then 'ANSWERED'
         else 'RINGING' end) stored check (state in ('RINGING', 'ANSWERED', 'HELD', 'ENDED', 'MISSED')),
  answered_by_id uuid references app_user,
  -- The other end of it, where that is known.
  contact_id uuid references contact on delete set null,
  encounter_id uuid references encounter on delete set null,
  -- The last messages of the exchange, as they came.
  payload jsonb not null,
  created_at timestamptz not null default now(),
  constraint phone_call_once unique (provider, external_id)
);
create index phone_call_created on phone_call (created_at desc, id);
create index phone_call_open on phone_call (started_at) where outcome is null;
create index phone_call_answered_by on phone_call (answered_by_id) where answered_by_id is not null;
create index phone_call_contact on phone_call (contact_id) where contact_id is not null;
create index phone_call_encounter on phone_call (encounter_id) where encounter_id is not null;

-- Whose extension it reached.
create table phone_call_person (
  call_id uuid not null references phone_call on delete cascade,
  user_id uuid not null references app_user on delete cascade,
  primary key (call_id, user_id)
);
create index phone_call_person_user on phone_call_person (user_id, call_id);

alter table notification add column call_id uuid references phone_call on delete cascade;
create index notification_call on notification (call_id) where call_id is not null;

-- Beside the own number: further extensions of somebody, parted by commas.
alter table app_user add column extensions text not null default '';
