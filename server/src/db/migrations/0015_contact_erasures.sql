-- Contacts that were erased for data protection, and by what they are known should they come again.

create table contact_erasure (
  id uuid primary key default uuid_v7(),
  -- No foreign key: the contact is gone.
  contact_id uuid not null,
  erased_by uuid not null references app_user,
  erased_at timestamptz not null default now()
);
create unique index contact_erasure_once on contact_erasure (contact_id);
create index contact_erasure_by on contact_erasure (erased_by);

-- Salted hashes of mail addresses, numbers, and names at an address: nobody can read from them who it was.
create table erased_contact_key (
  hash bytea primary key,
  erasure_id uuid not null references contact_erasure on delete cascade
);
create index erased_contact_key_erasure on erased_contact_key (erasure_id);

-- Set where something of an erased contact must be kept, which points to a contact without a name then.
alter table contact add column erased_at timestamptz;
