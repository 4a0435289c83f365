-- What is to be done, by when it was changed: a page is read in that order, from either end.
create index todo_undone_changed on todo (updated_at, id) where state <> 'DONE' and deleted_at is null;
