-- What a contact is searched by and its card. Looks another contact's row up only where it is shared. With offset 0 the rows
-- of a contact are found first and ordered then: a planner that takes the table for empty would read all of it in order.
create or replace function contact_found(ids uuid[], binned boolean) returns setof contact_search language sql stable as $$
  select c.id,
         fold(case when c.surname <> '' and not (c.legal_type = 'LEGAL' and c.company_name <> '')
                   then c.surname || ' ' || c.given_name
                   else coalesce(nullif(c.company_name, ''), c.given_name) end),
         search_text(c.given_name), search_text(c.surname), search_text(c.company_name),
         coalesce(a.street, ''), coalesce(a.zip_code, ''), coalesce(a.city, ''), coalesce(a.country, ''),
         coalesce(e.found, ''), coalesce(p.found, ''),
         c.customer, coalesce(c.customer_type like 'RESELLER%', false), c.place_of_experience,
         row_to_json(row(
           c.id, c.full_name, c.legal_type, c.salutation, c.title, c.given_name, c.surname, c.company_name, c.customer_type,
           c.customer, c.place_of_experience, coalesce(a.first_street, ''), coalesce(a.first_zip_code, ''),
           coalesce(a.first_city, ''), coalesce(a.first_country, ''), coalesce(e.first, ''), coalesce(p.first, '')
         )::contact_card)::text
    from contact c
    left join lateral (
      select string_agg(search_text(street), '') as street, string_agg(search_text(zip_code), '') as zip_code,
             string_agg(search_text(city), '') as city, string_agg(search_text(country), '') as country,
             (array_agg(street))[1] as first_street, (array_agg(zip_code))[1] as first_zip_code,
             (array_agg(city))[1] as first_city, (array_agg(country))[1] as first_country
        from (select coalesce(content.street, own.street) as street, coalesce(content.zip_code, own.zip_code) as zip_code,
                     coalesce(content.city, own.city) as city, coalesce(content.country, own.country) as country
                from (select * from address where contact_id = c.id offset 0) as own
                left join address content on content.id = own.shared_address_id
               order by own.id) as in_order) a on true
    left join lateral (
      select string_agg(' ' || fold(address), '') as found, (array_agg(address))[1] as first
        from (select coalesce(content.address, own.address) as address
                from (select * from email_address where contact_id = c.id offset 0) as own
                left join email_address content on content.id = own.shared_email_id
               order by own.favorite desc, own.id) as in_order) e on true
    left join lateral (
      select string_agg(' ' || regexp_replace(number, '\D', '', 'g') || ' ' || national, '') as found,
             (array_agg(number))[1] as first
        from (select coalesce(content.number, own.number) as number, coalesce(content.national, own.national) as national
                from (select * from phone_number where contact_id = c.id offset 0) as own
                left join phone_number content on content.id = own.shared_phone_id
               order by own.id) as in_order) p on true
   where c.id = any (ids) and (c.deleted_at is not null) = binned
   order by c.id
$$;

-- Looks the bin up only for who is in it.
create or replace function refresh_contact_search(ids uuid[]) returns void language sql as $$
  insert into contact_search
  select * from contact_found(ids, false)
  on conflict (contact_id) do update set
    sort_key = excluded.sort_key, given_name = excluded.given_name, surname = excluded.surname,
    company = excluded.company, street = excluded.street, zip_code = excluded.zip_code, city = excluded.city,
    country = excluded.country, email = excluded.email, phone = excluded.phone, customer = excluded.customer,
    reseller = excluded.reseller, place_of_experience = excluded.place_of_experience, card = excluded.card;
  delete from contact_search
   where contact_id = any (array(select id from contact where id = any (ids) and deleted_at is not null));
$$;

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

-- The same as `fold`; most text is plain and needs no more than lower case.
create or replace function order_text(value text) returns text language sql immutable strict parallel safe as $$
  select case when value !~ '[^ -~]|  ' then lower(value) else fold(value) end
$$;

create or replace function contact_order_of(contact_id uuid, sort_key text, customer boolean, phone text, card text) returns setof contact_order
language sql immutable as $$
  select contact_order_of.contact_id, contact_order_of.sort_key, contact_order_of.customer, c.salutation, order_text(c.title),
         order_text(c."givenName"), order_text(c.surname), order_text(c."companyName"),
         regexp_replace(regexp_replace(order_text(c.street), '(\d+)', '00000\1', 'g'), '\d*(\d{6})', '\1', 'g'),
         order_text(c."zipCode"), order_text(c.city), c.country, order_text(c."emailAddress"),
         order_text(c."phoneNumber"), c."customerType", search_text(c.street), search_text(c.city),
         -- contact_search begins with the number that is shown
         ' ' || split_part(contact_order_of.phone, ' ', 2) || ' ' || split_part(contact_order_of.phone, ' ', 3)
    from json_populate_record(null::contact_card, card::json) as c
$$;

create or replace function refresh_contact_order() returns trigger language plpgsql as $$
begin
  insert into contact_order
  select o.* from changed s, contact_order_of(s.contact_id, s.sort_key, s.customer, s.phone, s.card) o
  on conflict (contact_id) do update set
    sort_key = excluded.sort_key, customer = excluded.customer, salutation = excluded.salutation, title = excluded.title,
    given_name = excluded.given_name, surname = excluded.surname, company = excluded.company, street = excluded.street,
    zip_code = excluded.zip_code, city = excluded.city, country = excluded.country, email = excluded.email,
    phone = excluded.phone, customer_type = excluded.customer_type, street_text = excluded.street_text,
    city_text = excluded.city_text, phone_text = excluded.phone_text;
  return null;
end $$;

create or replace trigger order_insert after insert on contact_search referencing new table as changed
  for each statement execute function refresh_contact_order();
create or replace trigger order_update after update on contact_search referencing new table as changed
  for each statement execute function refresh_contact_order();

-- Whenever this file changes, what it makes is made again.
select refresh_contact_search(array(select id from contact));
