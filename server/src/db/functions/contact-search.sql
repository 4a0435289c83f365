-- Three prepared rows for each contact outside the bin: contact_search is searched, contact_order sorts and filters
-- lists, contact_listed holds the card that lists show.

-- Returns the same as `fold`; most text is plain and needs only lower case. In PL/pgSQL, because each statement that
-- calls a function in SQL would plan it.
create or replace function order_text(value text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if value !~ '[^ -~]|  ' then return lower(value); end if;
  return fold(value);
end $$;

-- Returns a hash of the name and the place of a contact: the zip code, and of the street what all spellings have in
-- common, its first letters and its last number.
create or replace function named_at(sort_key text, zip_code text, street text) returns bigint
language plpgsql immutable parallel safe as $$
begin
  return hashtextextended(sort_key || '|' || trim(order_text(zip_code)) || '|'
    || coalesce(substring(order_text(street) from '^[a-z]{1,3}'), '') || '|'
    || coalesce(substring(street from '([0-9]+)[^0-9]*$'), ''), 0);
end $$;

-- Returns the search texts, sort keys and cards of contacts. Reads a row of another contact only if it is shared.
-- `offset 0` makes the planner find the rows of a contact first and sort them afterwards.
drop function if exists contact_found(uuid[], boolean);
create or replace function contact_found(ids uuid[], binned boolean) returns table (
  contact_id uuid, sort_key text, given_name text, surname text, company text, street text, zip_code text, city text,
  country text, email text, phone text, reseller boolean, first_phone text, places bigint, card contact_card
) language sql stable as $$
  select c.id,
         order_text(case when c.surname <> '' and not (c.legal_type = 'LEGAL' and c.company_name <> '')
                   then c.surname || ' ' || c.given_name
                   else coalesce(nullif(c.company_name, ''), c.given_name) end),
         search_text(c.given_name), search_text(c.surname), search_text(c.company_name),
         coalesce(a.street, ''), coalesce(a.zip_code, ''), coalesce(a.city, ''), coalesce(a.country, ''),
         coalesce(e.found, ''), coalesce(p.found, ''), coalesce(c.customer_type like 'RESELLER%', false),
         coalesce(p.first_found, '  '), a.places,
         row(c.id, c.full_name, c.legal_type, c.salutation, c.title, c.given_name, c.surname, c.company_name, c.customer_type,
             c.customer, c.place_of_experience, coalesce(a.first_street, ''), coalesce(a.first_zip_code, ''),
             coalesce(a.first_city, ''), coalesce(a.first_country, ''), coalesce(e.first, ''), coalesce(p.first, '')
         )::contact_card
    from contact c
    left join lateral (
      select string_agg(search_text(street), '') as street, string_agg(search_text(zip_code), '') as zip_code,
             string_agg(search_text(city), '') as city, string_agg(search_text(country), '') as country,
             (array_agg(street))[1] as first_street, (array_agg(zip_code))[1] as first_zip_code,
             (array_agg(city))[1] as first_city, (array_agg(country))[1] as first_country, count(*) as places
        from (select coalesce(content.street, own.street) as street, coalesce(content.zip_code, own.zip_code) as zip_code,
                     coalesce(content.city, own.city) as city, coalesce(content.country, own.country) as country
                from (select * from address where contact_id = c.id offset 0) as own
                left join address content on content.id = own.shared_address_id
               order by own.id) as in_order) a on true
    left join lateral (
      select string_agg(' ' || order_text(address), '') as found, (array_agg(address))[1] as first
        from (select coalesce(content.address, own.address) as address
                from (select * from email_address where contact_id = c.id offset 0) as own
                left join email_address content on content.id = own.shared_email_id
               order by own.favorite desc, own.id) as in_order) e on true
    left join lateral (
      select string_agg(found, '') as found, (array_agg(number))[1] as first, (array_agg(found))[1] as first_found
        from (select coalesce(content.number, own.number) as number,
                     ' ' || regexp_replace(coalesce(content.number, own.number), '\D', '', 'g') || ' '
                       || coalesce(content.national, own.national) as found
                from (select * from phone_number where contact_id = c.id offset 0) as own
                left join phone_number content on content.id = own.shared_phone_id
               order by own.id) as in_order) p on true
   where c.id = any (ids) and (c.deleted_at is not null) = binned
   order by c.id
$$;

-- Writes the prepared rows of contacts outside the bin, but only those that changed: an unchanged row would be written
-- to every index again, and the trigram index costs most. A contact that was just added needs nothing else. Each
-- connection keeps the plan, perhaps from when the tables were empty; the settings make it use indexes whatever their
-- size.
create or replace function write_contact_search(ids uuid[]) returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
begin
  with found as materialized (
    select * from contact_found(ids, false)
  ), searched as (
    insert into contact_search (contact_id, sort_key, given_name, surname, company, street, zip_code, city, country, email,
                                phone, customer, reseller, place_of_experience, named_at)
    select contact_id, sort_key, given_name, surname, company, street, zip_code, city, country, email, phone,
           (card).customer, reseller, (card)."placeOfExperience",
           case when places <= 1 then named_at(sort_key, (card)."zipCode", (card).street) end
      from found
    on conflict (contact_id) do update set
      sort_key = excluded.sort_key, given_name = excluded.given_name, surname = excluded.surname,
      company = excluded.company, street = excluded.street, zip_code = excluded.zip_code, city = excluded.city,
      country = excluded.country, email = excluded.email, phone = excluded.phone, customer = excluded.customer,
      reseller = excluded.reseller, place_of_experience = excluded.place_of_experience, named_at = excluded.named_at
     where contact_search is distinct from excluded
  ), ordered as (
    insert into contact_order (contact_id, sort_key, customer, salutation, title, given_name, surname, company, street,
                               zip_code, city, country, email, phone, customer_type, street_text, city_text, phone_text)
    select contact_id, sort_key, (card).customer, (card).salutation, order_text((card).title),
           order_text((card)."givenName"), order_text((card).surname), order_text((card)."companyName"),
           regexp_replace(regexp_replace(order_text((card).street), '(\d+)', '00000\1', 'g'), '\d*(\d{6})', '\1', 'g'),
           order_text((card)."zipCode"), order_text((card).city), (card).country, order_text((card)."emailAddress"),
           order_text((card)."phoneNumber"), (card)."customerType", search_text((card).street), search_text((card).city),
           first_phone
      from found
    on conflict (contact_id) do update set
      sort_key = excluded.sort_key, customer = excluded.customer, salutation = excluded.salutation, title = excluded.title,
      given_name = excluded.given_name, surname = excluded.surname, company = excluded.company, street = excluded.street,
      zip_code = excluded.zip_code, city = excluded.city, country = excluded.country, email = excluded.email,
      phone = excluded.phone, customer_type = excluded.customer_type, street_text = excluded.street_text,
      city_text = excluded.city_text, phone_text = excluded.phone_text
     where contact_order is distinct from excluded
  )
  insert into contact_listed (contact_id, card) select contact_id, row_to_json(card)::text from found
  on conflict (contact_id) do update set card = excluded.card where contact_listed.card is distinct from excluded.card;
end $$;

-- Writes the prepared rows of contacts and deletes those of contacts in the bin; the array limits the look-ups for the
-- deletion to the latter.
create or replace function refresh_contact_search(ids uuid[]) returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
begin
  -- waits for concurrent changes of the contacts, which the next statement reads
  perform from contact_listed where contact_id = any (ids) order by contact_id for update;
  perform write_contact_search(ids);
  delete from contact_search
   where contact_id = any (array(select id from contact where id = any (ids) and deleted_at is not null));
end $$;

-- The triggers of contacts.sql call this function and the next one.
create or replace function contact_search_of_contact() returns trigger language plpgsql as $$
begin
  perform refresh_contact_search(array(select id from changed));
  return null;
end $$;

create or replace function contact_search_of_part() returns trigger language plpgsql as $$
declare
  ids uuid[];
begin
  execute format(
    'select array(select contact_id from changed union select s.contact_id from %1$I s where s.%2$I in (select id from changed))',
    tg_table_name, tg_argv[0]) into ids;
  perform refresh_contact_search(ids);
  return null;
end $$;

-- Raises an exception when this file runs if write_contact_search does not fill a column of contact_order. Inserting
-- whole rows would fail as well, but makes writing a contact about a tenth slower.
do $$
declare
  filling text := substring(pg_get_functiondef('write_contact_search(uuid[])'::regprocedure) from 'insert into contact_order .*');
  missing text;
begin
  select string_agg(attname, ', ') into missing from pg_attribute
   where attrelid = 'contact_order'::regclass and attnum > 0 and not attisdropped
     and not (substring(filling from '\(([^)]*)\)') ~ ('\m' || attname || '\M')
              and (attname = 'contact_id' or filling ~ ('\m' || attname || ' = excluded\.' || attname || '\M')));
  if missing is not null then raise exception 'write_contact_search does not fill contact_order (%)', missing; end if;
end $$;

-- Refreshes all contacts: this file runs again whenever it changes.
select refresh_contact_search(array(select id from contact));
