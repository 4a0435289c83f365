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
    from json_to_record(card::json) as c(salutation text, title text, "givenName" text, surname text, "companyName" text,
           street text, "zipCode" text, city text, country text, "emailAddress" text, "phoneNumber" text,
           "customerType" text)
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
