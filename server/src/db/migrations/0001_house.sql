-- What every slice stands on: ids, folding, users, roles, sessions, change history.

create extension if not exists pg_trgm;

-- UUID version 7: sorts by time, so that new rows sit together in every index.
create function uuid_v7() returns uuid language sql volatile as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
              placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
              from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$$;

-- An instant as the API writes it.
create function iso(at timestamptz) returns text language sql stable as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- Lower case without accents and with single blanks; ß counts as ss.
create function fold(value text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(regexp_replace(
    normalize(translate(replace(replace(replace(lower(value), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđ', 'old'), NFKD),
    U&'[\0300-\036f]', '', 'g'), '\s+', ' ', 'g')
$$;

-- The LIKE pattern that finds what somebody typed in a search text: anywhere, or for one or two characters at the
-- start of words, which is as much as a trigram index can find.
create function needle(typed text) returns text language sql immutable strict parallel safe as $$
  select case when length(folded) < 3 then '% ' else '%' end || regexp_replace(folded, '([\\%_])', '\\\1', 'g') || '%'
  from (select trim(fold(typed)) as folded) as f
$$;

-- What a folded search text is looked for in: the text itself, with umlauts spelt out (Müller -> mueller), and with
-- spelt-out umlauts drawn together (Mueller -> muller). A needle is only folded, so each way of writing finds each
-- other. The leading blank lets needles of one or two characters be sought at the start of words.
create function search_text(value text) returns text language plpgsql immutable strict parallel safe as $$
declare
  plain text := fold(value);
  composed text := lower(normalize(value, NFC));
  spelt text := plain;
  drawn text := replace(replace(replace(plain, 'ae', 'a'), 'oe', 'o'), 'ue', 'u');
begin
  if value = '' then return ''; end if;
  if composed ~ '[äöü]' then
    spelt := fold(replace(replace(replace(composed, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'));
  end if;
  return ' ' || plain
    || case when spelt <> plain then ' ' || spelt else '' end
    || case when drawn <> plain then ' ' || drawn else '' end;
end $$;

create table app_user (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  username text not null,
  email text not null default '',
  phone_number text not null default '',
  language text not null default 'DE',
  avatar_small text,
  disabled boolean not null default false,
  password_hash text not null,
  -- The secret of the authenticator, encrypted; in force once confirmed.
  second_factor_secret bytea,
  second_factor_confirmed_at timestamptz,
  -- The last time step a code was taken for, so that no code works twice.
  second_factor_step bigint not null default 0,
  config jsonb not null default '{}',
  last_login_at timestamptz,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index app_user_username_unique on app_user (lower(username)) where deleted_at is null;

create table recovery_code (
  user_id uuid not null references app_user on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

create table role (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  name text not null,
  permissions text[] not null default '{}',
  requires_second_factor boolean not null default false
);
create unique index role_name_unique on role (upper(name));

create table user_role (
  user_id uuid not null references app_user on delete cascade,
  role_id uuid not null,
  primary key (user_id, role_id),
  constraint user_role_role_in_use foreign key (role_id) references role
);
create index user_role_role on user_role (role_id);

create table session (
  token_hash bytea primary key,
  user_id uuid not null references app_user on delete cascade,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
create index session_of_user on session (user_id);

create table login_failure (
  username_key text not null,
  address text not null,
  failures int not null,
  last_at timestamptz not null default now(),
  primary key (username_key, address)
);

create table table_preference (
  user_id uuid not null references app_user on delete cascade,
  table_id text not null,
  value jsonb not null,
  primary key (user_id, table_id)
);

-- --- change history ------------------------------------------------------------------------------------------------

create table history (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor uuid,
  entity text not null,
  entity_id uuid not null,
  -- The record under which a person looks for the change, e.g. the contact of an address.
  root_id uuid not null,
  action text not null check (action in ('CREATED', 'CHANGED', 'REMOVED')),
  -- {column: [before, after]}
  changes jsonb not null
);
create index history_root on history (root_id, id desc);

-- Row trigger for every table that people edit. Arguments: the column that holds the root id, then the columns whose
-- content must not be kept. The actor is what the transaction was opened for (app.actor).
create function record_history() returns trigger language plpgsql as $$
declare
  before jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  after jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  whole jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  changed jsonb;
begin
  select jsonb_object_agg(key, case when key = any (tg_argv[1:]) then '[null, null]'::jsonb
                                    else jsonb_build_array(before -> key, after -> key) end)
    into changed
    from jsonb_object_keys(whole) as key
   where before -> key is distinct from after -> key
     and key not in ('id', 'version', 'created_at', 'updated_at', 'last_login_at', 'second_factor_step',
                     'full_name', 'national', 'binned')
     and not (tg_op = 'INSERT' and (after -> key) in ('null', '""', 'false', '{}', '[]'))
     and not (tg_op = 'DELETE' and (before -> key) in ('null', '""', 'false', '{}', '[]'));
  if tg_op = 'UPDATE' and changed is null then return null; end if;
  insert into history (actor, entity, entity_id, root_id, action, changes)
  values (nullif(current_setting('app.actor', true), '')::uuid, tg_table_name, (whole ->> 'id')::uuid,
          (whole ->> tg_argv[0])::uuid,
          case tg_op when 'INSERT' then 'CREATED' when 'UPDATE' then 'CHANGED' else 'REMOVED' end,
          coalesce(changed, '{}'));
  return null;
end $$;

-- The same for the rows that one statement adds, for tables that many rows are loaded into: called once, it costs a tenth.
-- The transition table must be called `added`.
create function record_added() returns trigger language plpgsql as $$
begin
  insert into history (actor, entity, entity_id, root_id, action, changes)
  select nullif(current_setting('app.actor', true), '')::uuid, tg_table_name, (row_added ->> 'id')::uuid,
         (row_added ->> tg_argv[0])::uuid, 'CREATED',
         coalesce((select jsonb_object_agg(key, jsonb_build_array(null, value)) from jsonb_each(row_added)
                    where value not in ('null', '""', 'false', '{}', '[]')
                      and key not in ('id', 'version', 'created_at', 'updated_at', 'full_name', 'national', 'binned')), '{}')
    from (select to_jsonb(added) as row_added from added) as rows_added;
  return null;
end $$;

create trigger history after insert or update or delete on app_user for each row
  execute function record_history('id', 'password_hash', 'second_factor_secret', 'avatar_small');
create trigger history after insert or update or delete on role for each row
  execute function record_history('id');

-- --- plain master data ---------------------------------------------------------------------------------------------

create table sector (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  title text not null
);
create unique index sector_title_unique on sector (lower(title));
create trigger history after insert or update or delete on sector for each row execute function record_history('id');
