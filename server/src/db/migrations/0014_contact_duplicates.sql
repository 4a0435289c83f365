-- Which contacts may be the same one, and what merging them leaves behind.

-- --- how values are compared ---------------------------------------------------------------------------------------

-- With spelt-out umlauts drawn together, so that Müller is Mueller.
create function name_key(value text) returns text language sql immutable strict parallel safe as $$
  select trim(regexp_replace(regexp_replace(fold(value), '([aou])e', '\1', 'g'), '[^[:alnum:]]+', ' ', 'g'))
$$;

-- Alike for names that sound alike: Meier and Meyer, Gerber and Gärber, Schmid and Schmitt.
create function sound_key(value text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(translate(replace(replace(replace(replace(replace(replace(replace(name_key(
    replace(replace(replace(lower(normalize(value, NFC)), 'äu', 'eu'), 'ä', 'e'), 'ae', 'e')),
    'ph', 'f'), 'th', 't'), 'dt', 't'), 'ck', 'k'), 'tz', 'z'), 'ay', 'ei'), 'ai', 'ei'), 'yvc', 'ifk'),
    '(.)\1+', '\1', 'g')
$$;

-- How alike two people are called, given name and surname each or confused; an initial is like what begins with it.
create function likeness(one_given text, one_surname text, other_given text, other_surname text) returns real
language sql immutable strict parallel safe as $$
  select case
    when one_given = '' or other_given = '' or one_surname = '' or other_surname = ''
      then similarity(one_given || ' ' || one_surname, other_given || ' ' || other_surname)
    when (length(one_given) = 1 or length(other_given) = 1) and left(one_given, 1) = left(other_given, 1)
      then least(0.6::real, similarity(one_surname, other_surname))
    else greatest(least(similarity(one_given, other_given), similarity(one_surname, other_surname)),
                  least(similarity(one_given, other_surname), similarity(one_surname, other_given))) end
$$;

-- The name of a company without its legal form.
create function company_key(value text) returns text language sql immutable strict parallel safe as $$
  select coalesce(nullif(trim(regexp_replace(regexp_replace(key,
    '\m(ag|sa|spa|gmbh|sarl|s a r l|sagl|kg|ohg|gbr|ek|e k|co|cie|ltd|limited|inc|llc|und|et|and)\M', ' ', 'g'),
    '\s+', ' ', 'g')), ''), key) from (select name_key(value) as key) as k
$$;

-- `Seestr. 12 a` is `Seestrasse 12a`.
create function street_key(value text) returns text language sql immutable strict parallel safe as $$
  select trim(regexp_replace(regexp_replace(regexp_replace(
    fold(value), 'str(\.|\M)', 'strasse', 'g'), '[\s,.]+', ' ', 'g'), '(\d) ([a-z])\M', '\1\2', 'g'))
$$;

-- What follows a plus sign in an address makes no other mailbox.
create function mail_key(value text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(split_part(mail, '@', 1), '\+.*$', '') || '@'
      || regexp_replace(split_part(mail, '@', 2), '^googlemail\.com$', 'gmail.com') from (select lower(value) as mail) as m
$$;

create function uid_key(value text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(upper(value), '(MWST|TVA|IVA|VAT)$|[^A-Z0-9]', '', 'g')
$$;

-- For looking while somebody types.
create index phone_number_national on phone_number (national) where shared_phone_id is null;
create index contact_uid on contact (uid_key(uid)) where uid <> '';

-- --- what was found ------------------------------------------------------------------------------------------------

create table contact_duplicate_run (
  id uuid primary key default uuid_v7(),
  state text not null default 'WAITING',
  steps_done int not null default 0,
  steps_total int not null default 0,
  groups int not null default 0,
  -- Groups in which two contacts stand together that no earlier run had found.
  new_groups int not null default 0,
  -- Nobody, for those of the night and after an import.
  created_by uuid references app_user,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create unique index contact_duplicate_run_open on contact_duplicate_run ((true)) where state in ('WAITING', 'RUNNING');
create index contact_duplicate_run_by on contact_duplicate_run (created_by) where created_by is not null;

create table contact_duplicate_pair (
  one_id uuid not null references contact on delete cascade,
  other_id uuid not null references contact on delete cascade,
  score int not null,
  -- [{code, values}]
  reasons jsonb not null,
  -- All that hang together: the smallest id among them.
  group_id uuid not null,
  -- The run that found the pair first.
  found_by uuid not null,
  primary key (one_id, other_id),
  check (one_id < other_id)
);
create index contact_duplicate_pair_other on contact_duplicate_pair (other_id);
create index contact_duplicate_pair_group on contact_duplicate_pair (group_id);

create table contact_not_duplicate (
  one_id uuid not null references contact on delete cascade,
  other_id uuid not null references contact on delete cascade,
  said_by uuid references app_user,
  said_at timestamptz not null default now(),
  primary key (one_id, other_id),
  check (one_id < other_id)
);
create index contact_not_duplicate_other on contact_not_duplicate (other_id);
create index contact_not_duplicate_by on contact_not_duplicate (said_by) where said_by is not null;

-- Gives the pairs of these contacts, or all pairs for null, the group they belong to. Whoever calls it holds the lock
-- of the pairs, because a pair that goes elsewhere meanwhile would be overlooked.
create function group_contact_duplicates(ids uuid[]) returns void language plpgsql as $$
declare
  changed int := 1;
begin
  create temporary table if not exists duplicate_label (contact_id uuid primary key, label uuid) on commit drop;
  truncate duplicate_label;
  update contact_duplicate_pair set group_id = one_id
   where ids is null or one_id = any (ids) or other_id = any (ids);
  while changed > 0 loop
    truncate duplicate_label;
    insert into duplicate_label
    select contact_id, min(group_id::text)::uuid
      from (select one_id as contact_id, group_id from contact_duplicate_pair
             where ids is null or one_id = any (ids) or other_id = any (ids)
            union all
            select other_id, group_id from contact_duplicate_pair
             where ids is null or one_id = any (ids) or other_id = any (ids)) as ends group by contact_id;
    update contact_duplicate_pair p set group_id = least(one.label, other.label)
      from duplicate_label one, duplicate_label other
     where one.contact_id = p.one_id and other.contact_id = p.other_id and p.group_id <> least(one.label, other.label);
    get diagnostics changed = row_count;
  end loop;
end $$;

-- --- merging -------------------------------------------------------------------------------------------------------

create table contact_merge (
  id uuid primary key default uuid_v7(),
  -- No foreign key: the survivor may be merged into another one later.
  survivor_id uuid not null,
  -- What undoing takes; goes after 30 days, and with the undoing.
  snapshot jsonb,
  created_by uuid not null references app_user,
  created_at timestamptz not null default now(),
  undone_by uuid references app_user,
  undone_at timestamptz
);
create index contact_merge_survivor on contact_merge (survivor_id);
create index contact_merge_created_by on contact_merge (created_by);
create index contact_merge_undone_by on contact_merge (undone_by) where undone_by is not null;

-- The contacts that are no more, each under its id of old; those of an undone merge have no row.
create table contact_merge_member (
  contact_id uuid primary key,
  merge_id uuid not null references contact_merge on delete cascade
);
create index contact_merge_member_merge on contact_merge_member (merge_id);

-- Into whom a contact was merged in the end; null for one that was not.
create function merged_into(id uuid) returns uuid language sql stable as $$
  with recursive step as (
    select merge.survivor_id, 1 as depth
      from contact_merge_member member join contact_merge merge on merge.id = member.merge_id
     where member.contact_id = merged_into.id
    union all
    select merge.survivor_id, step.depth + 1
      from step join contact_merge_member member on member.contact_id = step.survivor_id
      join contact_merge merge on merge.id = member.merge_id
  ) cycle survivor_id set is_cycle using path
  select survivor_id from step order by depth desc limit 1
$$;

-- A contact and all that were merged into it, whose histories are its own.
create function with_merged(id uuid) returns uuid[] language sql stable as $$
  with recursive all_of (contact_id) as (
    select with_merged.id
    union
    select member.contact_id from all_of join contact_merge merge on merge.survivor_id = all_of.contact_id
      join contact_merge_member member on member.merge_id = merge.id
  )
  select array_agg(contact_id) from all_of
$$;
