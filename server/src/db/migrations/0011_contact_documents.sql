-- The documents of contacts, every version of each.

create table contact_document (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  contact_id uuid not null references contact on delete cascade,
  name text not null,
  classification_id uuid,
  -- Which of its versions is in force.
  current_number int not null default 1,
  deleted_at timestamptz,
  constraint contact_document_classification_in_use foreign key (classification_id) references document_classification
);
create unique index contact_document_name_unique on contact_document (contact_id, lower(name)) where deleted_at is null;
create index contact_document_contact on contact_document (contact_id);
create index contact_document_classification on contact_document (classification_id) where classification_id is not null;
create index contact_document_bin on contact_document (deleted_at) where deleted_at is not null;
create trigger history after insert or update or delete on contact_document for each row
  execute function record_history('contact_id');

create table contact_document_version (
  id uuid primary key default uuid_v7(),
  document_id uuid not null references contact_document on delete cascade,
  number int not null,
  mime_type text not null,
  document_kind text,
  size_byte bigint not null,
  file_hash text not null references stored_file,
  thumbnail_hash text references stored_file,
  uploaded_at timestamptz not null default now(),
  uploaded_by uuid references app_user,
  unique (document_id, number)
);
create index contact_document_version_file on contact_document_version (file_hash);
create index contact_document_version_thumbnail on contact_document_version (thumbnail_hash)
  where thumbnail_hash is not null;
create index contact_document_version_user on contact_document_version (uploaded_by) where uploaded_by is not null;

-- One at a time looks for a free name or the same content among the documents of a contact, until its transaction ends.
create function lock_contact_documents(contact uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('contact document ' || contact, 0))
$$;

-- A document that comes to a contact, from elsewhere or from the bin, and finds its name taken gets the first number that
-- is free: offer (2).pdf.
create function free_contact_document_name() returns trigger language plpgsql as $$
declare
  parts text[] := regexp_match(new.name, '^(.+?)(\.[^.]{1,18})?$');
  number int := 1;
  mark text;
begin
  if new.deleted_at is not null then return new; end if;
  perform lock_contact_documents(new.contact_id);
  while exists (select from contact_document d
                 where d.contact_id = new.contact_id and lower(d.name) = lower(new.name)
                   and d.deleted_at is null and d.id <> new.id) loop
    number := number + 1;
    mark := ' (' || number || ')' || coalesce(parts[2], '');
    new.name := left(parts[1], 255 - length(mark)) || mark;
  end loop;
  return new;
end $$;
create trigger free_name before insert or update of contact_id, deleted_at on contact_document for each row
  execute function free_contact_document_name();
