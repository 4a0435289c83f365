-- The towns that zip codes stand for, read from a file by an admin; addresses name none of its rows.
create table town (
  country text not null check (country ~ '^[A-Z]{2}$'),
  zip_code text not null check (zip_code <> ''),
  city text not null check (city <> ''),
  primary key (country, zip_code, city)
);
create index town_zip_code on town (zip_code);
-- The towns that addresses here have.
create index address_zip_code on address (zip_code) where zip_code <> '';
