-- Contacts, what belongs to them, and the search row that is kept beside each.

create table contact (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  legal_type text not null,
  salutation text,
  title text not null default '',
  given_name text not null default '',
  surname text not null default '',
  company_name text not null default '',
  full_name text not null generated always as (
    case when legal_type = 'LEGAL' and company_name <> '' then company_name
         when trim(given_name || ' ' || surname) <> ''
           then trim(case when title = '' then '' else title || ' ' end || trim(given_name || ' ' || surname))
         else company_name end) stored,
  language text not null default 'DE',
  customer_type text,
  customer boolean not null default false,
  place_of_experience boolean not null default false,
  birthdate date,
  sector_id uuid,
  remarks text not null default '',
  uid text not null default '',
  uid_state text not null default 'NONE',
  uid_source text,
  uid_checked_at timestamptz,
  eori text not null default '',
  eori_state text not null default 'NONE',
  eori_source text,
  eori_checked_at timestamptz,
  latest_purchase date,
  -- What the contact was made from, when it was made from something.
  origin_blackboard_id uuid,
  origin_email_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint contact_sector_in_use foreign key (sector_id) references sector
);
create index contact_bin on contact (deleted_at desc) where deleted_at is not null;
create index contact_sector on contact (sector_id) where sector_id is not null;

create table contact_person (
  contact_id uuid not null references contact on delete cascade,
  person_id uuid not null references contact on delete cascade,
  kind text not null check (kind in ('CONTACT_PERSON', 'EXTERNAL_CONTACT_PERSON')),
  position int not null,
  primary key (contact_id, kind, person_id),
  check (contact_id <> person_id)
);
create index contact_person_person on contact_person (person_id);

-- A row either holds its own content or points to the row of another contact that it shares.
create table address (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  contact_id uuid not null references contact on delete cascade,
  shared_address_id uuid,
  address_type text not null,
  alternative_gp text not null default '',
  additional_address text not null default '',
  street text not null default '',
  zip_code text not null default '',
  city text not null default '',
  state text not null default '',
  country text not null default '',
  shareable boolean not null default false,
  constraint address_shared_in_use foreign key (shared_address_id) references address
);
create index address_contact on address (contact_id);
create index address_shared on address (shared_address_id) where shared_address_id is not null;
create unique index address_share_once on address (contact_id, shared_address_id) where shared_address_id is not null;

create table email_address (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  contact_id uuid not null references contact on delete cascade,
  shared_email_id uuid,
  address text not null default '',
  favorite boolean not null default false,
  undeliverable boolean not null default false,
  -- In the bin with its contact: others may take the address meanwhile.
  binned boolean not null default false,
  constraint email_address_shared_in_use foreign key (shared_email_id) references email_address,
  check ((address = '') = (shared_email_id is not null))
);
create index email_address_contact on email_address (contact_id);
create index email_address_shared on email_address (shared_email_id) where shared_email_id is not null;
create unique index email_address_unique on email_address (lower(address)) where shared_email_id is null and not binned;
create unique index email_address_share_once on email_address (contact_id, shared_email_id)
  where shared_email_id is not null;

create table phone_number (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  contact_id uuid not null references contact on delete cascade,
  shared_phone_id uuid,
  type text not null,
  -- E.164 where it can be read as one, otherwise as typed.
  number text not null default '',
  -- The same number as people in its country write it, digits only.
  national text not null default '',
  binned boolean not null default false,
  constraint phone_number_shared_in_use foreign key (shared_phone_id) references phone_number,
  check ((number = '') = (shared_phone_id is not null))
);
create index phone_number_contact on phone_number (contact_id);
create index phone_number_shared on phone_number (shared_phone_id) where shared_phone_id is not null;
create unique index phone_number_unique on phone_number (number) where shared_phone_id is null and not binned;
create unique index phone_number_share_once on phone_number (contact_id, shared_phone_id)
  where shared_phone_id is not null;

create trigger history after update or delete on contact for each row execute function record_history('id');
create trigger history_added after insert on contact referencing new table as added
  for each statement execute function record_added('id');
create trigger history after update or delete on address for each row execute function record_history('contact_id');
create trigger history_added after insert on address referencing new table as added
  for each statement execute function record_added('contact_id');
create trigger history after update or delete on email_address for each row execute function record_history('contact_id');
create trigger history_added after insert on email_address referencing new table as added
  for each statement execute function record_added('contact_id');
create trigger history after update or delete on phone_number for each row execute function record_history('contact_id');
create trigger history_added after insert on phone_number referencing new table as added
  for each statement execute function record_added('contact_id');

-- --- search --------------------------------------------------------------------------------------------------------

-- One row per contact outside the bin: everything that it is found by, and the card that lists show, ready made.
create table contact_search (
  contact_id uuid primary key references contact on delete cascade,
  sort_key text not null collate "C",
  given_name text not null,
  surname text not null,
  company text not null,
  street text not null,
  zip_code text not null,
  city text not null,
  country text not null,
  email text not null,
  phone text not null,
  customer boolean not null,
  reseller boolean not null,
  place_of_experience boolean not null,
  card text not null
);
create index contact_search_order on contact_search (sort_key, contact_id);
create index contact_search_customer on contact_search (sort_key, contact_id) where customer;
create index contact_search_reseller on contact_search (sort_key, contact_id) where reseller;
create index contact_search_experience on contact_search (sort_key, contact_id) where place_of_experience;
create index contact_search_text on contact_search using gin (
  given_name gin_trgm_ops, surname gin_trgm_ops, company gin_trgm_ops, street gin_trgm_ops, zip_code gin_trgm_ops,
  city gin_trgm_ops, country gin_trgm_ops, email gin_trgm_ops, phone gin_trgm_ops) with (fastupdate = off);

create function refresh_contact_search(ids uuid[]) returns void language sql as $$
  insert into contact_search
  select c.id,
         fold(case when c.surname <> '' and not (c.legal_type = 'LEGAL' and c.company_name <> '')
                   then c.surname || ' ' || c.given_name
                   else coalesce(nullif(c.company_name, ''), c.given_name) end),
         search_text(c.given_name), search_text(c.surname), search_text(c.company_name),
         coalesce(a.street, ''), coalesce(a.zip_code, ''), coalesce(a.city, ''), coalesce(a.country, ''),
         coalesce(e.found, ''), coalesce(p.found, ''),
         c.customer, coalesce(c.customer_type like 'RESELLER%', false), c.place_of_experience,
         json_build_object(
           'id', c.id, 'fullName', c.full_name, 'legalType', c.legal_type, 'salutation', c.salutation,
           'title', c.title, 'givenName', c.given_name, 'surname', c.surname, 'companyName', c.company_name,
           'customerType', c.customer_type, 'customer', c.customer, 'placeOfExperience', c.place_of_experience,
           'street', coalesce(a.first_street, ''), 'zipCode', coalesce(a.first_zip_code, ''),
           'city', coalesce(a.first_city, ''), 'country', coalesce(a.first_country, ''),
           'emailAddress', coalesce(e.first, ''), 'phoneNumber', coalesce(p.first, ''))::text
    from contact c
    left join lateral (
      select string_agg(search_text(content.street), '') as street,
             string_agg(search_text(content.zip_code), '') as zip_code,
             string_agg(search_text(content.city), '') as city,
             string_agg(search_text(content.country), '') as country,
             (array_agg(content.street order by own.id))[1] as first_street,
             (array_agg(content.zip_code order by own.id))[1] as first_zip_code,
             (array_agg(content.city order by own.id))[1] as first_city,
             (array_agg(content.country order by own.id))[1] as first_country
        from address own join address content on content.id = coalesce(own.shared_address_id, own.id)
       where own.contact_id = c.id) a on true
    left join lateral (
      select string_agg(' ' || fold(content.address), '') as found,
             (array_agg(content.address order by own.favorite desc, own.id))[1] as first
        from email_address own join email_address content on content.id = coalesce(own.shared_email_id, own.id)
       where own.contact_id = c.id) e on true
    left join lateral (
      select string_agg(' ' || regexp_replace(content.number, '\D', '', 'g') || ' ' || content.national, '') as found,
             (array_agg(content.number order by own.id))[1] as first
        from phone_number own join phone_number content on content.id = coalesce(own.shared_phone_id, own.id)
       where own.contact_id = c.id) p on true
   where c.id = any (ids) and c.deleted_at is null
   order by c.id
  on conflict (contact_id) do update set
    sort_key = excluded.sort_key, given_name = excluded.given_name, surname = excluded.surname,
    company = excluded.company, street = excluded.street, zip_code = excluded.zip_code, city = excluded.city,
    country = excluded.country, email = excluded.email, phone = excluded.phone, customer = excluded.customer,
    reseller = excluded.reseller, place_of_experience = excluded.place_of_experience, card = excluded.card;
  delete from contact_search s using contact c
   where s.contact_id = any (ids) and c.id = s.contact_id and c.deleted_at is not null;
$$;

-- Statement triggers, so that a bulk insert refreshes once. A bulk load that refreshes by itself at its end says so
-- with app.search_refresh = 'by hand'.
create function contact_search_of_contact() returns trigger language plpgsql as $$
begin
  if current_setting('app.search_refresh', true) is distinct from 'by hand' then
    perform refresh_contact_search(array(select id from changed));
  end if;
  return null;
end $$;

create function contact_search_of_part() returns trigger language plpgsql as $$
declare
  ids uuid[];
begin
  if current_setting('app.search_refresh', true) is distinct from 'by hand' then
    execute format(
      'select array(select contact_id from changed union select s.contact_id from %1$I s where s.%2$I in (select id from changed))',
      tg_table_name, tg_argv[0]) into ids;
    perform refresh_contact_search(ids);
  end if;
  return null;
end $$;

create trigger search_insert after insert on contact referencing new table as changed
  for each statement execute function contact_search_of_contact();
create trigger search_update after update on contact referencing new table as changed
  for each statement execute function contact_search_of_contact();

create trigger search_insert after insert on address referencing new table as changed
  for each statement execute function contact_search_of_part('shared_address_id');
create trigger search_update after update on address referencing new table as changed
  for each statement execute function contact_search_of_part('shared_address_id');
create trigger search_delete after delete on address referencing old table as changed
  for each statement execute function contact_search_of_part('shared_address_id');

create trigger search_insert after insert on email_address referencing new table as changed
  for each statement execute function contact_search_of_part('shared_email_id');
create trigger search_update after update on email_address referencing new table as changed
  for each statement execute function contact_search_of_part('shared_email_id');
create trigger search_delete after delete on email_address referencing old table as changed
  for each statement execute function contact_search_of_part('shared_email_id');

create trigger search_insert after insert on phone_number referencing new table as changed
  for each statement execute function contact_search_of_part('shared_phone_id');
create trigger search_update after update on phone_number referencing new table as changed
  for each statement execute function contact_search_of_part('shared_phone_id');
create trigger search_delete after delete on phone_number referencing old table as changed
  for each statement execute function contact_search_of_part('shared_phone_id');
