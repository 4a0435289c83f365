-- The groups of duplicates as they are listed, a narrow row each, and how many these are (db/functions/duplicates.sql): a page of
-- the list read every pair there was.
create table contact_duplicate_group (
  id uuid primary key,
  -- The best of its pairs of which neither contact is in the bin.
  score int not null
);
create index contact_duplicate_group_listed on contact_duplicate_group (score desc, id);
create table contact_duplicate_total (
  groups int not null default 0
);
insert into contact_duplicate_total default values;

-- The best pair of a group is found without the others.
drop index contact_duplicate_pair_group;
create index contact_duplicate_pair_group on contact_duplicate_pair (group_id, score desc);
