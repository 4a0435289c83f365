-- The kinds of documents are those of contacts' documents.
alter table project_document_version add constraint project_document_version_document_kind_check
  check (document_kind in ('PDF', 'IMAGE', 'WORD', 'EMAIL'));
