-- Failed sign-ins are counted for a name at an address, for a name ('' as address) and for an address ('' as name). Of a
-- name only a hash is kept: people type their password there by mistake.
drop table login_failure;
create table login_failure (
  name_hash bytea not null,
  address text not null,
  failures int not null,
  last_at timestamptz not null default now(),
  primary key (name_hash, address)
);
create index login_failure_age on login_failure (last_at);

-- From where somebody signed in before: others who fail with their name do not keep them out there.
create table sign_in_place (
  user_id uuid not null references app_user on delete cascade,
  address text not null,
  last_at timestamptz not null default now(),
  primary key (user_id, address)
);
create index sign_in_place_age on sign_in_place (last_at);
