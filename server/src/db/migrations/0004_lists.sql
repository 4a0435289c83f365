-- The master data lists, boards with their steps, and who may see what.

-- A time of day as people write it, hours and minutes.
create domain clock_time as text check (value ~ '^([01]\d|2[0-3]):[0-5]\d$');

-- Lists are read in this order; the index holds it ready made.
create index sector_order on sector (fold(title), id);

create table warehouse (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  title text not null
);
create unique index warehouse_title_unique on warehouse (lower(title));
create index warehouse_order on warehouse (fold(title), id);

create table forwarding_agency (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  title text not null
);
create unique index forwarding_agency_title_unique on forwarding_agency (lower(title));
create index forwarding_agency_order on forwarding_agency (fold(title), id);

-- A table for each type, so that a reference can only name a condition of its own type.
create table delivery_condition (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  title text not null,
  title_en text not null default '',
  title_fr text not null default '',
  type text not null generated always as ('DELIVERY') stored
);
create unique index delivery_condition_title_unique on delivery_condition (lower(title));
create index delivery_condition_order on delivery_condition (fold(title), id);

create table payment_condition (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  title text not null,
  title_en text not null default '',
  title_fr text not null default '',
  type text not null generated always as ('PAYMENT') stored
);
create unique index payment_condition_title_unique on payment_condition (lower(title));
create index payment_condition_order on payment_condition (fold(title), id);

create table locked_pickup_date (
  id uuid primary key default uuid_v7(),
  locked_at date not null
);
create unique index locked_pickup_date_unique on locked_pickup_date (locked_at);

create table pallet (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  width_in_cm numeric not null,
  height_in_cm numeric not null,
  depth_in_cm numeric not null,
  weight_in_kg numeric not null,
  combinable_with_kubus boolean not null default false,
  description text not null default '',
  title text not null generated always as (
    case when description <> '' then description
         else trim_scale(width_in_cm)::text || ' x ' || trim_scale(depth_in_cm)::text || ' x '
              || trim_scale(height_in_cm)::text end) stored
);
create index pallet_order on pallet (fold(title), id);

create table product (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  title text not null,
  kind text not null default 'PRODUCT' check (kind in ('PRODUCT', 'ACCESSORY')),
  weight_in_kg numeric not null default 0,
  possible_pallet uuid,
  onsale boolean not null default true,
  main_product boolean not null default false,
  constraint product_pallet_in_use foreign key (possible_pallet) references pallet
);
create unique index product_title_unique on product (lower(title));
create index product_order on product (fold(title), id);
create index product_pallet on product (possible_pallet) where possible_pallet is not null;

create table predefined_time_slot (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  weekday text not null
    check (weekday in ('MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY')),
  start_time clock_time not null,
  end_time clock_time not null,
  capacity int not null check (capacity > 0),
  valid_from date not null,
  valid_until date,
  constraint predefined_time_slot_times check (end_time > start_time),
  constraint predefined_time_slot_days check (valid_until >= valid_from)
);

-- For one user, or for everybody without one of their own.
create table absence_email (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  user_id uuid,
  subject text not null,
  text text not null,
  valid_from date not null,
  valid_until date,
  active boolean not null default true,
  constraint absence_email_user_in_use foreign key (user_id) references app_user,
  constraint absence_email_days check (valid_until >= valid_from)
);
create index absence_email_user on absence_email (user_id);

-- --- who may see what ----------------------------------------------------------------------------------------------

create table document_classification (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  title text not null
);
create unique index document_classification_title_unique on document_classification (lower(title));
create index document_classification_order on document_classification (fold(title), id);

-- Nobody named means everybody. A role that is named cannot be removed: that would open the rest to everybody.
create table document_classification_user (
  id uuid primary key default uuid_v7(),
  owner_id uuid not null references document_classification on delete cascade,
  user_id uuid not null,
  unique (owner_id, user_id),
  constraint document_classification_user_in_use foreign key (user_id) references app_user
);
create index document_classification_user_user on document_classification_user (user_id);
create table document_classification_role (
  id uuid primary key default uuid_v7(),
  owner_id uuid not null references document_classification on delete cascade,
  role_id uuid not null,
  unique (owner_id, role_id),
  constraint document_classification_role_in_use foreign key (role_id) references role
);
create index document_classification_role_role on document_classification_role (role_id);

-- --- boards --------------------------------------------------------------------------------------------------------

create table blackboard (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  kind text not null check (kind in ('FLAME', 'PROJECT')),
  title text not null
);
create unique index blackboard_title_unique on blackboard (kind, lower(title));
create index blackboard_order on blackboard (fold(title), id);

create table blackboard_step (
  id uuid primary key default uuid_v7(),
  blackboard_id uuid not null references blackboard on delete cascade,
  position int not null,
  title text not null,
  colour text not null check (colour ~ '^#[0-9a-f]{6}$'),
  constraint blackboard_step_position unique (blackboard_id, position) deferrable initially deferred
);

create table blackboard_user (
  id uuid primary key default uuid_v7(),
  owner_id uuid not null references blackboard on delete cascade,
  user_id uuid not null,
  unique (owner_id, user_id),
  constraint blackboard_user_in_use foreign key (user_id) references app_user
);
create index blackboard_user_user on blackboard_user (user_id);
create table blackboard_role (
  id uuid primary key default uuid_v7(),
  owner_id uuid not null references blackboard on delete cascade,
  role_id uuid not null,
  unique (owner_id, role_id),
  constraint blackboard_role_in_use foreign key (role_id) references role
);
create index blackboard_role_role on blackboard_role (role_id);

-- --- to-do packages ------------------------------------------------------------------------------------------------

create table todo_package (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  title text not null
);
create unique index todo_package_title_unique on todo_package (lower(title));
create index todo_package_order on todo_package (fold(title), id);

create table todo_template (
  id uuid primary key default uuid_v7(),
  package_id uuid not null references todo_package on delete cascade,
  position int not null,
  title text not null,
  activities text not null default '',
  feedback text not null default '',
  -- The start: so many days before or after a date that is known where the package is applied.
  start_from text,
  start_operator text not null default 'ADD_DAYS' check (start_operator in ('ADD_DAYS', 'SUBTRACT_DAYS')),
  start_days int not null default 0 check (start_days >= 0)
);
create index todo_template_package on todo_template (package_id, position);

-- --- history -------------------------------------------------------------------------------------------------------

create trigger history after insert or update or delete on warehouse for each row
  execute function record_history('id');
create trigger history after insert or update or delete on forwarding_agency for each row
  execute function record_history('id');
create trigger history after insert or update or delete on delivery_condition for each row
  execute function record_history('id');
create trigger history after insert or update or delete on payment_condition for each row
  execute function record_history('id');
create trigger history after insert or update or delete on locked_pickup_date for each row
  execute function record_history('id');
create trigger history after insert or update or delete on pallet for each row
  execute function record_history('id');
create trigger history after insert or update or delete on product for each row
  execute function record_history('id');
create trigger history after insert or update or delete on predefined_time_slot for each row
  execute function record_history('id');
create trigger history after insert or update or delete on absence_email for each row
  execute function record_history('id');
create trigger history after insert or update or delete on document_classification for each row
  execute function record_history('id');
create trigger history after insert or update or delete on document_classification_user for each row
  execute function record_history('owner_id');
create trigger history after insert or update or delete on document_classification_role for each row
  execute function record_history('owner_id');
create trigger history after insert or update or delete on blackboard for each row
  execute function record_history('id');
create trigger history after insert or update or delete on blackboard_step for each row
  execute function record_history('blackboard_id');
create trigger history after insert or update or delete on blackboard_user for each row
  execute function record_history('owner_id');
create trigger history after insert or update or delete on blackboard_role for each row
  execute function record_history('owner_id');
create trigger history after insert or update or delete on todo_package for each row
  execute function record_history('id');
create trigger history after insert or update or delete on todo_template for each row
  execute function record_history('package_id');
