-- Encounters of contacts, and the recordings of those that are voice memos.

create table encounter (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  contact_id uuid not null references contact on delete cascade,
  encounter_type text not null,
  title text not null default '',
  -- HTML of e-mails, plain text of all others.
  description text not null default '',
  original_known_since timestamptz not null,
  assignee_id uuid,
  created_by uuid,
  updated_by uuid,
  duplicate boolean not null default false,
  upstream_id text,
  further_email_addresses_to_answer text[] not null default '{}',
  content_mailings_ddj boolean not null default false,
  content_mailings_postcard boolean not null default false,
  content_mailings_seeds_magazine boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  search text not null generated always as (search_text(
    title || ' ' || case when encounter_type like 'EMAIL%' then regexp_replace(description, '<[^>]*>', ' ', 'g')
                         else description end)) stored,
  constraint encounter_assignee foreign key (assignee_id) references app_user on delete set null,
  constraint encounter_created_by foreign key (created_by) references app_user on delete set null,
  constraint encounter_updated_by foreign key (updated_by) references app_user on delete set null
);
create index encounter_timeline on encounter (contact_id, original_known_since desc, id desc) include (encounter_type)
  where deleted_at is null;
create index encounter_bin on encounter (contact_id, deleted_at desc) where deleted_at is not null;
-- New keys wait in a list that every connection keeps short (gin_pending_list_limit).
create index encounter_search on encounter using gin (search gin_trgm_ops) where deleted_at is null;
create index encounter_upstream on encounter (upstream_id) where upstream_id is not null;
create index encounter_assignee on encounter (assignee_id) where assignee_id is not null;
create index encounter_created_by on encounter (created_by) where created_by is not null;
create index encounter_updated_by on encounter (updated_by) where updated_by is not null;

-- The recording of a voice memo; its text is the description of the encounter.
create table voice_memo (
  id uuid primary key references encounter on delete cascade,
  file_hash text not null references stored_file,
  size_byte bigint not null,
  seconds double precision not null,
  transcription text not null default 'NONE',
  reason text,
  -- Counts the times it was asked for, so that a job of an earlier time ends by itself; and the tries of the last.
  run int not null default 0,
  attempts int not null default 0,
  -- What the last transcription said: a description that differs is the work of a person.
  transcript text not null default '',
  -- The description that a transcription under way may replace.
  replaces text not null default ''
);
create index voice_memo_file on voice_memo (file_hash);

-- The history keeps neither what a record is found by nor who wrote it, which it says by itself.
create or replace function record_history() returns trigger language plpgsql as $$
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
                     'full_name', 'national', 'binned', 'search', 'created_by', 'updated_by')
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

create or replace function record_added() returns trigger language plpgsql as $$
begin
  insert into history (actor, entity, entity_id, root_id, action, changes)
  select nullif(current_setting('app.actor', true), '')::uuid, tg_table_name, (row_added ->> 'id')::uuid,
         (row_added ->> tg_argv[0])::uuid, 'CREATED',
         coalesce((select json_object_agg(key, json_build_array(null, value))::jsonb from json_each(row_added)
                    where value::text <> all (array['null', '""', 'false', '{}', '[]'])
                      and key <> all (array['id', 'version', 'created_at', 'updated_at', 'full_name', 'national', 'binned',
                                            'search', 'created_by', 'updated_by'])), '{}')
    from (select to_json(added) as row_added from added) as rows_added;
  return null;
end $$;

create trigger history after update or delete on encounter for each row execute function record_history('contact_id');
create trigger history_added after insert on encounter referencing new table as added
  for each statement execute function record_added('contact_id');
