-- Contacts that an import has written and whose search rows come a moment later, beside its next rows.
create table contact_search_pending (contact_id uuid primary key);
