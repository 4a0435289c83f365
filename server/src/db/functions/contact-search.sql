-- Looks another contact's row up only where it is shared, and the bin only for who is in it. With offset 0 the rows of a
-- contact are found first and ordered then: a planner that takes the table for empty would read all of it in order.
create or replace function refresh_contact_search(ids uuid[]) returns void language sql as $$
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
   where c.id = any (ids) and c.deleted_at is null
   order by c.id
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
