-- A to-do that is removed can be put back as it was, with what its start hangs on and who wrote it.
alter table todo add column deleted_at timestamptz;
create index todo_deleted on todo (deleted_at) where deleted_at is not null;
