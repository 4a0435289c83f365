-- The shared documents that go with a template: rows with a reference, so that none of them can go while it is needed.

create table template_document (
  id uuid primary key default uuid_v7(),
  template_id uuid not null references mail_template on delete cascade,
  document_id uuid not null,
  -- The order in which they are attached.
  position int not null,
  unique (template_id, document_id),
  constraint template_document_document_in_use foreign key (document_id) references library_document
);
create index template_document_document on template_document (document_id);

insert into template_document (template_id, document_id, position)
select t.id, d.id, named.position
  from mail_template t, unnest(t.predefined_documents) with ordinality as named (id, position)
  join library_document d on d.id = named.id;
alter table mail_template drop column predefined_documents;

create trigger history after insert or update or delete on template_document for each row
  execute function record_history('template_id');
