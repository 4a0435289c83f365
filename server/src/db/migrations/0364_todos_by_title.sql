-- What is to be done, by what it is called: the list reads a page in that order, from either end.
create index todo_undone_title on todo (fold(title), id) where state <> 'DONE' and deleted_at is null;
