-- Returns a name typed at the sign-in as it is looked up: an index of users holds names in lower case.
create or replace function sign_in_name(typed text) returns text language sql immutable
  return lower(normalize(typed, NFC));
create or replace function sign_in_hash(typed text) returns bytea language sql immutable
  return sha256(convert_to(sign_in_name(typed), 'UTF8'));
