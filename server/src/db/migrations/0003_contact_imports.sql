-- Imports of contacts from CSV files, the result of each row, and what is needed to undo them.

create table contact_import (
  id uuid primary key default uuid_v7(),
  state text not null default 'UPLOADED',
  file_name text not null,
  encoding text not null,
  delimiter text not null,
  columns text[] not null,
  -- For every column the field it fills, or null.
  mapping text[] not null,
  -- The first rows, as text[] each.
  preview jsonb not null,
  dry_run boolean not null default false,
  update_matches boolean not null default true,
  -- In what language the person who started it reads the reasons.
  language text not null default 'DE',
  -- Counts the starts, so that a job of an earlier start ends by itself.
  run int not null default 0,
  -- A process is at it; still set when the next one takes over, it broke off.
  at_work boolean not null default false,
  rows_done int not null default 0,
  -- Where the data begins: an offset in the kept content, and the line that begins there.
  first_byte bigint not null,
  first_line int not null,
  -- Where to go on reading.
  bytes_done bigint not null,
  next_line int not null,
  bytes_total bigint not null,
  created int not null default 0,
  matched int not null default 0,
  changed int not null default 0,
  rejected int not null default 0,
  undo_total int not null default 0,
  undone int not null default 0,
  undo_refused int not null default 0,
  message text not null default '',
  created_by uuid not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint contact_import_created_by foreign key (created_by) references app_user
);
create index contact_import_created_by on contact_import (created_by);

-- The file as UTF-8 in pieces, so that any process can go on with it. Written before the import itself.
create table contact_import_piece (
  import_id uuid not null,
  start_byte bigint not null,
  content bytea not null,
  stored_at timestamptz not null default now(),
  primary key (import_id, start_byte)
);
alter table contact_import_piece alter column content set storage external;

create table contact_import_row (
  import_id uuid not null references contact_import on delete cascade,
  line int not null,
  result text not null,
  -- No foreign key: the contact may go, the result stays.
  contact_id uuid,
  name text not null,
  reason text not null default '',
  -- The cells as read, of rejected rows.
  cells text[],
  primary key (import_id, line)
);
create index contact_import_row_result on contact_import_row (import_id, result, line);
create index contact_import_row_contact on contact_import_row (contact_id) where contact_id is not null;

-- Every contact that an import made or changed, once, with what undoing it takes.
create table contact_import_touch (
  import_id uuid not null references contact_import on delete cascade,
  contact_id uuid not null,
  created boolean not null,
  -- Of a changed contact: the columns as they were, and the rows that were added.
  columns_before jsonb not null default '{}',
  added_addresses uuid[] not null default '{}',
  added_emails uuid[] not null default '{}',
  added_phones uuid[] not null default '{}',
  state_before text not null default '',
  state_after text not null default '',
  -- DONE or REFUSED once it was tried to undo it.
  undo text,
  primary key (import_id, contact_id)
);
create index contact_import_touch_contact on contact_import_touch (contact_id);

-- What a dry run would have written, so that its later rows find it.
create table contact_import_trial (
  import_id uuid not null references contact_import on delete cascade,
  contact_id uuid not null,
  contact jsonb not null,
  primary key (import_id, contact_id)
);
create table contact_import_trial_key (
  import_id uuid not null references contact_import on delete cascade,
  key text not null,
  contact_id uuid not null,
  primary key (import_id, key, contact_id)
);

-- Changes whenever somebody edits a contact or one of its rows.
create function contact_states(ids uuid[]) returns table (contact_id uuid, state text) language sql stable as $$
  select c.id, md5(concat_ws('|', c.version,
    (select string_agg(a.id || ':' || a.version, ',' order by a.id) from address a where a.contact_id = c.id),
    (select string_agg(e.id || ':' || e.version, ',' order by e.id) from email_address e where e.contact_id = c.id),
    (select string_agg(p.id || ':' || p.version, ',' order by p.id) from phone_number p where p.contact_id = c.id)))
    from contact c where c.id = any (ids)
$$;

-- Those of the rows that something points to, in whichever table, now or later, besides the own rows of a contact.
create function rows_in_use(target regclass, ids uuid[]) returns setof uuid language plpgsql stable as $$
declare
  link record;
begin
  for link in
    select k.conrelid::regclass as from_table, a.attname as link_column
      from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.confrelid = target
       and not (target = 'contact'::regclass and a.attname = 'contact_id' and k.conrelid in (
             'address'::regclass, 'email_address'::regclass, 'phone_number'::regclass, 'contact_search'::regclass))
  loop
    return query execute format('select distinct %I from %s where %1$I = any ($1)', link.link_column, link.from_table)
      using ids;
  end loop;
end $$;
