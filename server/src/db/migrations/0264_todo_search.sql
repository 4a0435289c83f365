-- A package of fifty to-dos fills what waits in the index at 64 kB, so that every package would write it to its place. Four times
-- as much makes adding one a seventh cheaper, and a search reads at most 30 pages more.
alter index todo_search set (gin_pending_list_limit = 256);
