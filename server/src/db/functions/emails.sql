-- The history of an e-mail that is gone for good goes with it: at the end of the transaction, because what goes with the
-- e-mail, such as its comments, writes a last entry before.
create or replace function forget_email() returns trigger language plpgsql as $$
begin
  delete from history where root_id = old.id;
  return null;
end $$;
drop trigger if exists forget on email;
create constraint trigger forget after delete on email deferrable initially deferred
  for each row execute function forget_email();
