-- Nobody spoke: the call went to a mailbox, which answered it.
alter table phone_call drop constraint phone_call_outcome_check;
alter table phone_call add constraint phone_call_outcome_check
  check (outcome in ('ENDED', 'MISSED', 'LOST', 'VOICEMAIL'));

-- What an exchange told of which no call came: it could not be read, or says nothing of a call.
create table unused_call_message (
  id uuid primary key default uuid_v7(),
  provider text not null check (provider in ('GENERIC', 'SIPGATE', 'PLACETEL', 'THREE_CX')),
  reason text not null check (reason in ('UNREADABLE', 'IGNORED')),
  payload jsonb not null,
  created_at timestamptz not null default now()
);
create index unused_call_message_created on unused_call_message (created_at desc, id);
