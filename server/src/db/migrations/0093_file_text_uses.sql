-- E-mails and documents each look through the texts of their own files alone.
alter table file_text add column in_email boolean not null default false, add column in_document boolean not null default false;
update file_text t set in_email = exists (select from email_attachment a where a.file_hash = t.hash),
                       in_document = exists (select from contact_document_version v where v.file_hash = t.hash);
drop index file_text_search;
create index file_text_of_emails on file_text using gin (search gin_trgm_ops) where in_email;
create index file_text_of_documents on file_text using gin (search gin_trgm_ops) where in_document;

-- Names as searches look for them, made once: a hit is compared again with each row that the index proposes.
alter table contact_document add column search text not null generated always as (search_text(name)) stored;
drop index contact_document_search;
create index contact_document_search on contact_document using gin (search gin_trgm_ops) where deleted_at is null;
alter table email_attachment add column search text not null generated always as (search_text(name)) stored;
drop index email_attachment_search;
create index email_attachment_search on email_attachment using gin (search gin_trgm_ops) where not inline;
