-- What every print bears of the house; exactly one row.
create table letterhead (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  only_one boolean not null default true unique check (only_one),
  sender text not null default '',
  footer text not null default '',
  logo_hash text references stored_file,
  logo_mime_type text check (logo_mime_type in ('image/png', 'image/jpeg')),
  constraint letterhead_logo_whole check ((logo_hash is null) = (logo_mime_type is null))
);
create index letterhead_logo on letterhead (logo_hash);
insert into letterhead default values;
