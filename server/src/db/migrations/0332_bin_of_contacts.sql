-- The bin of contacts is read without those that were erased since, which stay in it for good.
drop index contact_bin;
create index contact_bin on contact (deleted_at desc) where deleted_at is not null and erased_at is null;
