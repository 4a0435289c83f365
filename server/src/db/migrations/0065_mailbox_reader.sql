-- Which process reads a mailbox. Whoever takes it over writes its own token here; what reads with another one writes
-- nothing any more. No row: nobody reads it, and whoever did has ended in order.
create table mailbox_reader (
  mailbox_id uuid primary key references mailbox on delete cascade,
  token uuid not null,
  since timestamptz not null default now()
);
