-- What was said about an e-mail that is gone for good goes with it.
create or replace function forget_email() returns trigger language plpgsql as $$
begin
  delete from comment where upstream_id = old.id;
  delete from history where root_id = old.id;
  return null;
end $$;
