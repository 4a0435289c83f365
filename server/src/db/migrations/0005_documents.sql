-- What the file store holds, the files that everybody shares, and what the nightly check found.

-- The content of a file, named by its SHA-256. It is needed as long as a row of any table names it by a foreign key.
create table stored_file (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  size_byte bigint not null,
  -- The last time somebody stored this content: one that nobody names may be on its way into a row.
  touched_at timestamptz not null default now(),
  -- The last time the content was read again and still had this hash.
  verified_at timestamptz
);

create table library_document (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  collection text not null check (collection in ('IMAGE_GALLERY', 'SHARED_DOCUMENTS')),
  name text not null,
  mime_type text not null,
  document_kind text,
  size_byte bigint not null,
  file_hash text not null references stored_file,
  thumbnail_hash text references stored_file,
  classification_id uuid,
  uploaded_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint library_document_classification_in_use foreign key (classification_id) references document_classification
);
create unique index library_document_name_unique on library_document (collection, lower(name)) where deleted_at is null;
create index library_document_order on library_document (collection, fold(name), id) where deleted_at is null;
create index library_document_file on library_document (file_hash);
create index library_document_thumbnail on library_document (thumbnail_hash) where thumbnail_hash is not null;
create index library_document_classification on library_document (classification_id) where classification_id is not null;
create index library_document_bin on library_document (deleted_at) where deleted_at is not null;
create trigger history after insert or update or delete on library_document for each row
  execute function record_history('id', 'file_hash', 'thumbnail_hash');

create table file_check (
  id uuid primary key default uuid_v7(),
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  files int not null default 0,
  size_byte bigint not null default 0,
  verified int not null default 0,
  -- [{hash, usedBy: [{what, id}]}]
  missing jsonb not null default '[]',
  damaged jsonb not null default '[]',
  orphaned int not null default 0,
  removed int not null default 0
);
