-- What contacts are to each other. A pair is kept once; its other side is read from it.

create table contact_relation (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  -- `other_id` is the reseller, parent, employer, partner or donor of `contact_id`.
  contact_id uuid not null references contact on delete cascade,
  other_id uuid not null,
  type text not null,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  constraint contact_relation_other foreign key (other_id) references contact on delete cascade,
  constraint contact_relation_type check (type in ('RESELLER', 'PARENTS', 'EMPLOYER', 'COUPLE', 'DONOR')),
  constraint contact_relation_oneself check (contact_id <> other_id),
  -- A couple has no sides: written one way, it cannot stand there twice.
  constraint contact_relation_couple check (type <> 'COUPLE' or contact_id < other_id)
);
create unique index contact_relation_once on contact_relation (contact_id, other_id, type);
create index contact_relation_of_other on contact_relation (other_id);

create trigger history after insert or update or delete on contact_relation for each row
  execute function record_history('contact_id');
create trigger history_of_other after insert or update or delete on contact_relation for each row
  execute function record_history('other_id');
