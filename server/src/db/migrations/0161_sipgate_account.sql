-- With what calls are placed through sipgate; the token is sealed with the key of the house.
create table sipgate_account (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  only_one boolean not null default true unique check (only_one),
  token_id text not null,
  sealed_token bytea not null
);
