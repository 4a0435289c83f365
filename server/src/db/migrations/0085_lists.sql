-- How many messages a thread has is counted in the index alone.
drop index email_thread;
create index email_thread on email (thread_id, received_at) include (deleted_at);

-- What a timeline hides from some is counted by itself, so that all the others are counted in an index.
create index encounter_from_flame on encounter (contact_id) where from_flame and deleted_at is null;
