-- What the list of contacts is sorted and filtered by: what it shows in each of its columns, folded, in a row that is a
-- fraction of the one in contact_search. A hundred thousand of them are read and ordered in a moment, whichever column it is,
-- and no write pays for an index per column.
create table contact_order (
  contact_id uuid primary key references contact_search on delete cascade,
  sort_key text not null collate "C",
  customer boolean not null,
  salutation text,
  title text not null collate "C",
  given_name text not null collate "C",
  surname text not null collate "C",
  company text not null collate "C",
  -- With the numbers in it filled up, so that number 9 comes before number 10.
  street text not null collate "C",
  zip_code text not null collate "C",
  city text not null collate "C",
  country text not null,
  email text not null collate "C",
  phone text not null collate "C",
  customer_type text,
  -- As contact_search keeps them for a search.
  street_text text not null,
  city_text text not null,
  -- Its digits, and as people in its country write it.
  phone_text text not null
);

-- The same as `fold`; most text is plain and needs no more than lower case.
create function order_text(value text) returns text language sql immutable strict parallel safe as $$
  select case when value !~ '[^ -~]|  ' then lower(value) else fold(value) end
$$;

create function contact_order_of(contact_id uuid, sort_key text, customer boolean, phone text, card text) returns setof contact_order
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

insert into contact_order
select o.* from contact_search s, contact_order_of(s.contact_id, s.sort_key, s.customer, s.phone, s.card) o;
