-- What a document did is looked for wherever it went.
create index history_document on history (entity_id, id desc) where entity = 'contact_document';
