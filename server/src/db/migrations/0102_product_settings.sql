-- What an admin sets for everybody.
create table product_setting (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  only_one boolean not null default true unique check (only_one),
  shows_signed_in boolean not null default true
);
insert into product_setting default values;

-- They were cut off after 500 signs; whoever signs in next writes them anew.
delete from notification where notification_type = 'CURRENT_LOGINS';
