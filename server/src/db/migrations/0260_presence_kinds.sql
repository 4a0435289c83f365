-- At which kinds of records people are seen.
alter table presence add constraint presence_kind_check check (kind in ('contact', 'email', 'flame', 'project'));
