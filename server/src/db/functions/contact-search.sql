-- What contacts are found and shown by, in three rows beside each one that is outside the bin: what a search looks in
-- (contact_search), what a list is ordered and filtered by (contact_order), and the card that it shows (contact_card).

-- The same as `fold`; most text is plain and needs no more than lower case.
create or replace function order_text(value text) returns text language sql immutable strict parallel safe as $$
  select case when value !~ '[^ -~]|  ' then lower(value) else fold(value) end
$$;

-- Looks another contact's row up only where it is shared, and the bin only for who is in it. With offset 0 the rows of a
-- contact are found first and ordered then. The plan is kept by the connection, which may have begun with empty tables:
-- it goes by indexes whatever their size.
create or replace function refresh_contact_search(ids uuid[]) returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
begin
  with shown as materialized (
    select c.id, fold(case when c.surname <> '' and not (c.legal_type = 'LEGAL' and c.company_name <> '')
                           then c.surname || ' ' || c.given_name
                           else coalesce(nullif(c.company_name, ''), c.given_name) end) as sort_key,
           c.full_name, c.legal_type, c.salutation, c.title, c.given_name, c.surname, c.company_name, c.customer_type,
           c.customer, c.place_of_experience, a.streets, a.zip_codes, a.cities, a.countries, e.emails, p.phones,
           coalesce(a.street, '') as street, coalesce(a.zip_code, '') as zip_code, coalesce(a.city, '') as city,
           coalesce(a.country, '') as country, coalesce(e.email, '') as email, coalesce(p.phone, '') as phone,
           coalesce(p.phone_text, '  ') as phone_text
      from contact c
      left join lateral (
        select string_agg(search_text(own_street), '') as streets, string_agg(search_text(own_zip_code), '') as zip_codes,
               string_agg(search_text(own_city), '') as cities, string_agg(search_text(own_country), '') as countries,
               (array_agg(own_street))[1] as street, (array_agg(own_zip_code))[1] as zip_code,
               (array_agg(own_city))[1] as city, (array_agg(own_country))[1] as country
          from (select coalesce(content.street, own.street) as own_street,
                       coalesce(content.zip_code, own.zip_code) as own_zip_code,
                       coalesce(content.city, own.city) as own_city,
                       coalesce(content.country, own.country) as own_country
                  from (select * from address where contact_id = c.id offset 0) as own
                  left join address content on content.id = own.shared_address_id
                 order by own.id) as in_order) a on true
      left join lateral (
        select string_agg(' ' || fold(own_address), '') as emails, (array_agg(own_address))[1] as email
          from (select coalesce(content.address, own.address) as own_address
                  from (select * from email_address where contact_id = c.id offset 0) as own
                  left join email_address content on content.id = own.shared_email_id
                 order by own.favorite desc, own.id) as in_order) e on true
      left join lateral (
        select string_agg(digits, '') as phones, (array_agg(number))[1] as phone, (array_agg(digits))[1] as phone_text
          from (select coalesce(content.number, own.number) as number,
                       ' ' || regexp_replace(coalesce(content.number, own.number), '\D', '', 'g') || ' '
                         || coalesce(content.national, own.national) as digits
                  from (select * from phone_number where contact_id = c.id offset 0) as own
                  left join phone_number content on content.id = own.shared_phone_id
                 order by own.id) as in_order) p on true
     where c.id = any (ids) and c.deleted_at is null
     order by c.id
  ), searched as (
    insert into contact_search (contact_id, sort_key, given_name, surname, company, street, zip_code, city, country, email,
                                phone, customer, reseller, place_of_experience)
    select id, sort_key, search_text(given_name), search_text(surname), search_text(company_name), coalesce(streets, ''),
           coalesce(zip_codes, ''), coalesce(cities, ''), coalesce(countries, ''), coalesce(emails, ''),
           coalesce(phones, ''), customer, coalesce(customer_type like 'RESELLER%', false), place_of_experience
      from shown
    on conflict (contact_id) do update set
      sort_key = excluded.sort_key, given_name = excluded.given_name, surname = excluded.surname,
      company = excluded.company, street = excluded.street, zip_code = excluded.zip_code, city = excluded.city,
      country = excluded.country, email = excluded.email, phone = excluded.phone, customer = excluded.customer,
      reseller = excluded.reseller, place_of_experience = excluded.place_of_experience
  ), ordered as (
    insert into contact_order (contact_id, sort_key, customer, salutation, title, given_name, surname, company, street,
                               zip_code, city, country, email, phone, customer_type, street_text, city_text, phone_text)
    select id, sort_key, customer, salutation, order_text(title), order_text(given_name), order_text(surname),
           order_text(company_name),
           regexp_replace(regexp_replace(order_text(street), '(\d+)', '00000\1', 'g'), '\d*(\d{6})', '\1', 'g'),
           order_text(zip_code), order_text(city), country, order_text(email), order_text(phone), customer_type,
           search_text(street), search_text(city), phone_text
      from shown
    on conflict (contact_id) do update set
      sort_key = excluded.sort_key, customer = excluded.customer, salutation = excluded.salutation, title = excluded.title,
      given_name = excluded.given_name, surname = excluded.surname, company = excluded.company, street = excluded.street,
      zip_code = excluded.zip_code, city = excluded.city, country = excluded.country, email = excluded.email,
      phone = excluded.phone, customer_type = excluded.customer_type, street_text = excluded.street_text,
      city_text = excluded.city_text, phone_text = excluded.phone_text
  )
  insert into contact_card (contact_id, card)
  select id, json_build_object(
           'id', id, 'fullName', full_name, 'legalType', legal_type, 'salutation', salutation,
           'title', title, 'givenName', given_name, 'surname', surname, 'companyName', company_name,
           'customerType', customer_type, 'customer', customer, 'placeOfExperience', place_of_experience,
           'street', street, 'zipCode', zip_code, 'city', city, 'country', country, 'emailAddress', email,
           'phoneNumber', phone)::text
    from shown
  on conflict (contact_id) do update set card = excluded.card;
  delete from contact_search
   where contact_id = any (array(select id from contact where id = any (ids) and deleted_at is not null));
end $$;

-- Statement triggers, so that a bulk insert refreshes once. A bulk load that refreshes by itself at its end says so
-- with app.search_refresh = 'by hand'.
create or replace function contact_search_of_contact() returns trigger language plpgsql as $$
begin
  if current_setting('app.search_refresh', true) is distinct from 'by hand' then
    perform refresh_contact_search(array(select id from changed));
  end if;
  return null;
end $$;

create or replace function contact_search_of_part() returns trigger language plpgsql as $$
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
