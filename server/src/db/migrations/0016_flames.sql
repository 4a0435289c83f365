-- Flames on their boards, each with its dossier: the order with its articles and packages.

-- What a flame's dossier must hold to enter a step.
alter table blackboard_step add column requires text[] not null default '{}' check (requires <@ array[
  'PICKUP_DATE', 'AVIS_PHONE', 'AVIS_EMAIL', 'PACKAGES_CURRENT', 'UID_VERIFIED_IF_TAX_FREE', 'SAP_NUMBER']);

create table flame (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  step_id uuid not null,
  -- Order within the step, with gaps, so that a move writes one row.
  place bigint not null,
  in_step_since timestamptz not null default now(),
  assignee_id uuid,
  proxy_owner_id uuid,
  proxy_owner_from timestamptz,
  proxy_owner_until timestamptz,
  reminder_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  deleted_at timestamptz,
  constraint flame_step_in_use foreign key (step_id) references blackboard_step,
  constraint flame_assignee_in_use foreign key (assignee_id) references app_user,
  constraint flame_proxy_owner_in_use foreign key (proxy_owner_id) references app_user,
  constraint flame_proxy_period check (proxy_owner_until >= proxy_owner_from)
);
create index flame_step on flame (step_id);
create index flame_on_board on flame (step_id, place) where archived_at is null and deleted_at is null;
create index flame_bin on flame (step_id, deleted_at desc) where deleted_at is not null;
create index flame_open on flame (updated_at desc, id) where archived_at is null and deleted_at is null;
create index flame_archived on flame (updated_at desc, id) where archived_at is not null and deleted_at is null;
create index flame_assignee on flame (assignee_id) where assignee_id is not null;
create index flame_proxy_owner on flame (proxy_owner_id) where proxy_owner_id is not null;

create table dossier (
  id uuid primary key default uuid_v7(),
  flame_id uuid not null unique references flame on delete cascade,
  contact_id uuid not null,
  certificate_name text not null check (length(certificate_name) <= 50),
  language text not null,
  sap_ordernumber text not null default '',
  pickup_date timestamptz,
  self_pickup_at timestamptz,
  delivery_date timestamptz,
  purchase_pickup_date timestamptz,
  payment_period timestamptz,
  delivered boolean not null default false,
  tax_free_delivery boolean not null default false,
  oss boolean not null default false,
  payment_condition_id uuid,
  delivery_condition_id uuid,
  currency text not null default 'CHF' check (currency in ('CHF', 'EUR')),
  shipment_reference text not null default '',
  forwarding_agency_id uuid,
  notes text not null default '',
  note_for_articles text not null default '',
  reseller_id uuid,
  avis_phone_number_id uuid,
  avis_email_id uuid,
  avis_text text not null default '',
  delivery_address_id uuid,
  billing_address_id uuid,
  -- When products or quantities last changed, and when packages did; null while there are none.
  articles_changed_at timestamptz,
  packages_changed_at timestamptz,
  search text not null generated always as (
    search_text(certificate_name || ' ' || sap_ordernumber || ' ' || shipment_reference)) stored,
  constraint dossier_contact_in_use foreign key (contact_id) references contact,
  constraint dossier_payment_condition_in_use foreign key (payment_condition_id) references payment_condition,
  constraint dossier_delivery_condition_in_use foreign key (delivery_condition_id) references delivery_condition,
  constraint dossier_forwarding_agency_in_use foreign key (forwarding_agency_id) references forwarding_agency,
  constraint dossier_reseller_in_use foreign key (reseller_id) references contact,
  constraint dossier_avis_phone_number_in_use foreign key (avis_phone_number_id) references phone_number,
  constraint dossier_avis_email_in_use foreign key (avis_email_id) references email_address,
  constraint dossier_delivery_address_in_use foreign key (delivery_address_id) references address,
  constraint dossier_billing_address_in_use foreign key (billing_address_id) references address
);
create index dossier_contact on dossier (contact_id);
create index dossier_payment_condition on dossier (payment_condition_id) where payment_condition_id is not null;
create index dossier_delivery_condition on dossier (delivery_condition_id) where delivery_condition_id is not null;
create index dossier_forwarding_agency on dossier (forwarding_agency_id) where forwarding_agency_id is not null;
create index dossier_reseller on dossier (reseller_id) where reseller_id is not null;
create index dossier_avis_phone_number on dossier (avis_phone_number_id) where avis_phone_number_id is not null;
create index dossier_avis_email on dossier (avis_email_id) where avis_email_id is not null;
create index dossier_delivery_address on dossier (delivery_address_id) where delivery_address_id is not null;
create index dossier_billing_address on dossier (billing_address_id) where billing_address_id is not null;
create index dossier_pickup on dossier (pickup_date) where pickup_date is not null;
create index dossier_self_pickup on dossier (self_pickup_at) where self_pickup_at is not null;
create index dossier_delivery on dossier (delivery_date) where delivery_date is not null;
create index dossier_search on dossier using gin (search gin_trgm_ops);

-- Rows hang on the flame, under whose id a person looks for their changes.
create table dossier_article (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  flame_id uuid not null references dossier (flame_id) on delete cascade,
  order_key int not null,
  product_id uuid,
  product_name text not null,
  quantity int not null check (quantity >= 1),
  discount numeric check (discount between 0 and 100),
  warehouse_id uuid,
  description text not null default '',
  constraint dossier_article_product_in_use foreign key (product_id) references product,
  constraint dossier_article_warehouse_in_use foreign key (warehouse_id) references warehouse
);
create index dossier_article_flame on dossier_article (flame_id, order_key);
create index dossier_article_product on dossier_article (product_id) where product_id is not null;
create index dossier_article_warehouse on dossier_article (warehouse_id) where warehouse_id is not null;

create table dossier_package (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  flame_id uuid not null references dossier (flame_id) on delete cascade,
  order_key int not null,
  quantity int not null check (quantity >= 1),
  width_in_cm numeric not null check (width_in_cm >= 1),
  depth_in_cm numeric not null check (depth_in_cm >= 1),
  height_in_cm numeric not null check (height_in_cm >= 1),
  weight_in_kg numeric not null check (weight_in_kg >= 1),
  description text not null default '',
  -- What it was reckoned from.
  pallet_id uuid,
  constraint dossier_package_pallet_in_use foreign key (pallet_id) references pallet
);
create index dossier_package_flame on dossier_package (flame_id, order_key);
create index dossier_package_pallet on dossier_package (pallet_id) where pallet_id is not null;

-- Who moved a flame when. Steps and boards are named as they were called then, because they may be gone since.
create table flame_step_change (
  id uuid primary key default uuid_v7(),
  flame_id uuid not null references flame on delete cascade,
  at timestamptz not null default now(),
  actor uuid,
  from_board text,
  from_step text,
  to_board text not null,
  to_step text not null,
  -- What was missing when an admin overrode the step's requirements.
  missing text[] not null default '{}',
  override_reason text not null default ''
);
create index flame_step_change_flame on flame_step_change (flame_id, at desc);

-- Whoever moves a flame, be it with a step that goes: since when it is in its step, and the change.
create function note_step() returns trigger language plpgsql as $$
begin
  new.in_step_since := now();
  return new;
end $$;
create trigger note_step before update of step_id on flame for each row
  when (old.step_id <> new.step_id) execute function note_step();

create function record_step_change() returns trigger language plpgsql as $$
begin
  insert into flame_step_change (flame_id, actor, from_board, from_step, to_board, to_step)
  select new.id, nullif(current_setting('app.actor', true), '')::uuid, bf.title, sf.title, bt.title, st.title
    from blackboard_step st join blackboard bt on bt.id = st.blackboard_id
    left join blackboard_step sf on tg_op = 'UPDATE' and sf.id = old.step_id
    left join blackboard bf on bf.id = sf.blackboard_id
   where st.id = new.step_id;
  return null;
end $$;
create trigger step_change_insert after insert on flame for each row execute function record_step_change();
create trigger step_change_update after update of step_id on flame for each row
  when (old.step_id <> new.step_id) execute function record_step_change();

-- Flames as they were saved, by version: what somebody's editor started from, so that two edits can be merged.
create table flame_saved (
  flame_id uuid not null references flame on delete cascade,
  version int not null,
  saved_at timestamptz not null default now(),
  state json not null,
  primary key (flame_id, version)
);

-- --- cards ---------------------------------------------------------------------------------------------------------

-- What every shape of a flame shows, and what its dossier lacks of all that a step can ask for.
create view flame_head as
  select f.id, f.version, s.blackboard_id as "taskboardRef", s.blackboard_id as "blackBoardRef", f.step_id as step,
         f.assignee_id as "assigneeRef", f.proxy_owner_id as "proxyOwnerRef", iso(f.proxy_owner_from) as "proxyOwnerFrom",
         iso(f.proxy_owner_until) as "proxyOwnerUntil", iso(f.reminder_at) as "reminderAtUtc",
         iso(f.created_at) as created, iso(f.updated_at) as updated, iso(f.in_step_since) as "inStepSinceUtc",
         iso(f.archived_at) as "archivedUtc", iso(f.deleted_at) as "deletedUtc",
         array_remove(array[
           case when d.pickup_date is null then 'PICKUP_DATE' end,
           case when d.avis_phone_number_id is null then 'AVIS_PHONE' end,
           case when d.avis_email_id is null then 'AVIS_EMAIL' end,
           case when d.packages_changed_at is null or d.packages_changed_at < d.articles_changed_at
             then 'PACKAGES_CURRENT' end,
           case when (d.tax_free_delivery or d.oss) and c.uid_state <> 'CONFIRMED' then 'UID_VERIFIED_IF_TAX_FREE' end,
           case when d.sap_ordernumber = '' then 'SAP_NUMBER' end], null) as lacks
    from flame f
    join blackboard_step s on s.id = f.step_id
    join dossier d on d.flame_id = f.id
    join contact c on c.id = d.contact_id;

-- The card that boards and lists show, ready made.
create table flame_card (
  flame_id uuid primary key references flame on delete cascade,
  card text not null
);

create function refresh_flame_cards(ids uuid[]) returns void language sql as $$
  insert into flame_card (flame_id, card)
  select f.id, row_to_json(card)::text
    from flame f, dossier d, contact c, lateral (
      select h.*, f.place as "order", c.id as "contactRef", c.full_name as "contactName",
             c.customer_type as "customerType", d.certificate_name as "certificateName",
             d.sap_ordernumber as "sapOrdernumber", iso(d.pickup_date) as "pickupDate",
             iso(d.self_pickup_at) as "selfPickupAt", iso(d.delivery_date) as "deliveryDate", d.delivered,
             d.tax_free_delivery as "taxFreeDelivery", d.oss
        from flame_head h where h.id = f.id) as card
   where f.id = any (ids) and d.flame_id = f.id and c.id = d.contact_id
   order by f.id
  on conflict (flame_id) do update set card = excluded.card;
$$;

create function flame_card_of_flame() returns trigger language plpgsql as $$
begin
  perform refresh_flame_cards(array(select id from changed));
  return null;
end $$;

create function flame_card_of_dossier() returns trigger language plpgsql as $$
begin
  perform refresh_flame_cards(array(select flame_id from changed));
  return null;
end $$;

create function flame_card_of_contact() returns trigger language plpgsql as $$
begin
  perform refresh_flame_cards(array(
    select d.flame_id from before join changed on changed.id = before.id join dossier d on d.contact_id = changed.id
     where (before.full_name, before.customer_type, before.uid_state)
           is distinct from (changed.full_name, changed.customer_type, changed.uid_state)));
  return null;
end $$;

create trigger card_update after update on flame referencing new table as changed
  for each statement execute function flame_card_of_flame();
create trigger card_insert after insert on dossier referencing new table as changed
  for each statement execute function flame_card_of_dossier();
create trigger card_update after update on dossier referencing new table as changed
  for each statement execute function flame_card_of_dossier();
create trigger flame_card_update after update on contact referencing old table as before new table as changed
  for each statement execute function flame_card_of_contact();

-- --- colleagues' changes -------------------------------------------------------------------------------------------

-- Rises with every change of a flame on the board.
create table blackboard_change (
  blackboard_id uuid primary key references blackboard on delete cascade,
  change bigint not null
);

create function count_board_change() returns trigger language plpgsql as $$
begin
  insert into blackboard_change (blackboard_id, change)
  select distinct s.blackboard_id, 1 from changed f join blackboard_step s on s.id = f.step_id order by 1
  on conflict (blackboard_id) do update set change = blackboard_change.change + 1;
  return null;
end $$;

create function count_board_change_of_both() returns trigger language plpgsql as $$
begin
  insert into blackboard_change (blackboard_id, change)
  select distinct s.blackboard_id, 1
    from (select step_id from before union select step_id from changed) f join blackboard_step s on s.id = f.step_id
   order by 1
  on conflict (blackboard_id) do update set change = blackboard_change.change + 1;
  return null;
end $$;

create trigger board_change_insert after insert on flame referencing new table as changed
  for each statement execute function count_board_change();
create trigger board_change_update after update on flame referencing old table as before new table as changed
  for each statement execute function count_board_change_of_both();
create trigger board_change_delete after delete on flame referencing old table as changed
  for each statement execute function count_board_change();

-- --- history -------------------------------------------------------------------------------------------------------

-- As before, and without what only orders rows or is derived from others.
create or replace function record_history() returns trigger language plpgsql as $$
declare
  before jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  after jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  whole jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  changed jsonb;
begin
  select jsonb_object_agg(key, case when key = any (tg_argv[1:]) then '[null, null]'::jsonb
                                    else jsonb_build_array(before -> key, after -> key) end)
    into changed
    from jsonb_object_keys(whole) as key
   where before -> key is distinct from after -> key
     and key not in ('id', 'version', 'created_at', 'updated_at', 'last_login_at', 'second_factor_step',
                     'full_name', 'national', 'binned', 'search', 'created_by', 'updated_by',
                     'place', 'order_key', 'in_step_since', 'articles_changed_at', 'packages_changed_at')
     and not (tg_op = 'INSERT' and (after -> key) in ('null', '""', 'false', '{}', '[]'))
     and not (tg_op = 'DELETE' and (before -> key) in ('null', '""', 'false', '{}', '[]'));
  if tg_op = 'UPDATE' and changed is null then return null; end if;
  insert into history (actor, entity, entity_id, root_id, action, changes)
  values (nullif(current_setting('app.actor', true), '')::uuid, tg_table_name, (whole ->> 'id')::uuid,
          (whole ->> tg_argv[0])::uuid,
          case tg_op when 'INSERT' then 'CREATED' when 'UPDATE' then 'CHANGED' else 'REMOVED' end,
          coalesce(changed, '{}'));
  return null;
end $$;

create trigger history after insert or update or delete on flame for each row
  execute function record_history('id');
create trigger history after insert or update or delete on dossier for each row
  execute function record_history('flame_id');
create trigger history after insert or update or delete on dossier_article for each row
  execute function record_history('flame_id');
create trigger history after insert or update or delete on dossier_package for each row
  execute function record_history('flame_id');
create trigger history after update on flame_step_change for each row
  execute function record_history('flame_id');
