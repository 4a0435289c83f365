-- Who is at which record of which kind, in which tab of a browser. It holds for seconds: nothing of it needs to outlive a
-- crash of the database, and a record that is gone takes no rows along.
drop table email_presence;
create unlogged table presence (
  kind text not null,
  record_id uuid not null,
  user_id uuid not null references app_user on delete cascade,
  tab text not null,
  activity text not null check (activity in ('VIEWING', 'EDITING', 'ANSWERING')),
  field text not null,
  until timestamptz not null,
  primary key (record_id, user_id, tab)
);
create index presence_until on presence (until);
create index presence_tab on presence (user_id, tab);
