-- A save that waited for a merge of its contacts is later than the merge, although it began before.
alter table flame_saved alter saved_at set default clock_timestamp();
alter table project_saved alter saved_at set default clock_timestamp();
