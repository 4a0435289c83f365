-- Fifty contacts with remarks fill what waits in the index at 64 kB, so that they would write it to its place. Four times as much
-- makes adding them cheaper, and a search reads at most 30 pages more.
alter index contact_remarks_search set (gin_pending_list_limit = 256);
