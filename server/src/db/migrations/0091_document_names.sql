-- The one search looks for documents by their names.
create index contact_document_search on contact_document using gin (search_text(name) gin_trgm_ops) where deleted_at is null;
