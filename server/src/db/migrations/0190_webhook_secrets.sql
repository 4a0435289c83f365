-- A new secret: for a while what is sent is signed with the one before as well.
alter table webhook
  add column sealed_secret_before bytea,
  add column secret_before_until timestamptz;
