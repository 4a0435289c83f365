-- What a contact is called and where, as one figure: an import finds by it who is the same, however many are called so. Null
-- where there are several addresses. Filled with all that contacts are found by, whose functions are given anew.
alter table contact_search add column named_at bigint;
create index contact_search_named_at on contact_search (named_at);
create index contact_search_in_places on contact_search (sort_key) where named_at is null;
