-- Programs that call without a person: what they show or sign with, and what they were answered.

create table access_key (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  title text not null,
  scope text not null check (scope in ('BOOKING', 'TELEPHONY', 'METRICS')),
  -- In whose name it calls.
  user_id uuid not null references app_user,
  -- A key that is shown is kept as a hash. One that signs must be read again, and is sealed with the key of the house.
  secret_hash bytea,
  sealed_secret bytea,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint access_key_one_secret check (num_nonnulls(secret_hash, sealed_secret) = 1)
);
create index access_key_user on access_key (user_id);
create index access_key_signing on access_key (scope) where sealed_secret is not null and revoked_at is null;

-- A call that is sent again is answered with what it was answered first.
create table idempotency_key (
  -- The access key or the user that calls.
  caller_id uuid not null,
  -- Method and path of the call.
  call text not null,
  key text not null,
  request_hash bytea not null,
  -- JSON; null where the call answers nothing.
  answer text,
  expires_at timestamptz not null,
  primary key (caller_id, call, key)
);
create index idempotency_key_expires on idempotency_key (expires_at);
