-- What the contents of documents and attachments say, read once each by a job (files/texts.ts).
create table file_text (
  hash text primary key references stored_file on delete cascade,
  -- Cut to a length; null until it has been read.
  text text,
  -- Its words, each once, as `search_text` writes them.
  search text not null default '',
  tries int not null default 0
);
create index file_text_unread on file_text (hash) where text is null;
create index file_text_search on file_text using gin (search gin_trgm_ops);
-- What is searched by its name; what an e-mail shows in its text has no name that anybody knows.
create index email_attachment_search on email_attachment using gin (search_text(name) gin_trgm_ops) where not inline;

-- What was stored before.
insert into file_text (hash)
select file_hash from contact_document_version where mime_type !~ '^(image|audio|video)/'
union select file_hash from email_attachment where mime_type !~ '^(image|audio|video)/';
