-- Records each change of a flame's step.
create or replace function record_step_change() returns trigger language plpgsql as $$
begin
  insert into flame_step_change (flame_id, actor, from_board, from_step, from_step_id, from_step_since, to_board, to_step)
  select new.id, nullif(current_setting('app.actor', true), '')::uuid, bf.title, sf.title, sf.id,
         case when sf.id is not null then old.in_step_since end, bt.title, st.title
    from blackboard_step st join blackboard bt on bt.id = st.blackboard_id
    left join blackboard_step sf on tg_op = 'UPDATE' and sf.id = old.step_id
    left join blackboard bf on bf.id = sf.blackboard_id
   where st.id = new.step_id;
  return null;
end $$;
create or replace trigger step_change_insert after insert on flame for each row execute function record_step_change();
create or replace trigger step_change_update after update of step_id on flame for each row
  when (old.step_id <> new.step_id) execute function record_step_change();

-- Returns what every form of a flame shows, and all requirements of steps that its dossier does not meet. It takes rows
-- that a query has already, and PostgreSQL inlines it.
create or replace function flame_head_of(f flame, board uuid, d dossier, uid_state text) returns table (
  id uuid, version int, "taskboardRef" uuid, "blackBoardRef" uuid, step uuid, "assigneeRef" uuid, "proxyOwnerRef" uuid,
  "proxyOwnerFrom" text, "proxyOwnerUntil" text, "reminderAtUtc" text, created text, updated text, "inStepSinceUtc" text,
  "archivedUtc" text, "deletedUtc" text, lacks text[]
) language sql stable as $$
  select f.id, f.version, board, board, f.step_id, f.assignee_id, f.proxy_owner_id, iso(f.proxy_owner_from),
         iso(f.proxy_owner_until), iso(f.reminder_at), iso(f.created_at), iso(f.updated_at), iso(f.in_step_since),
         iso(f.archived_at), iso(f.deleted_at),
         array_remove(array[
           case when d.pickup_date is null then 'PICKUP_DATE' end,
           case when d.avis_phone_number_id is null then 'AVIS_PHONE' end,
           case when d.avis_email_id is null then 'AVIS_EMAIL' end,
           case when d.packages_changed_at is null or d.packages_changed_at < d.articles_changed_at
             then 'PACKAGES_CURRENT' end,
           case when (d.tax_free_delivery or d.oss) and uid_state <> 'CONFIRMED' then 'UID_VERIFIED_IF_TAX_FREE' end,
           case when d.sap_ordernumber = '' then 'SAP_NUMBER' end], null)
$$;
create or replace view flame_head as
  select head.*
    from flame f join blackboard_step s on s.id = f.step_id join dossier d on d.flame_id = f.id join contact c on c.id = d.contact_id,
         flame_head_of(f, s.blackboard_id, d, c.uid_state) as head;

-- Returns how many to-dos a flame or project has, how many are done, and which comes next. This function and the next
-- two are in PL/pgSQL, so that each connection keeps their plans: each statement that makes a card would plan functions
-- in SQL.
create or replace function todos_of(upstream uuid) returns json language plpgsql stable as $$
begin
  return (
    select json_build_object('all', counted.everything, 'done', counted.done, 'nextUtc', iso(next.at), 'nextTitle', next.title)
      from (select count(*) as everything, count(*) filter (where state = 'DONE') as done
              from todo where ref = upstream and deleted_at is null) as counted
      left join lateral (
        select coalesce(due, start) as at, title from todo
         where ref = upstream and deleted_at is null and state <> 'DONE' order by coalesce(due, start), order_key limit 1) as next on true);
end $$;

-- Returns what is ordered in one line: the first two articles, and how many more there are.
create or replace function ordered_in_short(flame uuid) returns text language plpgsql stable as $$
begin
  return (
    select coalesce(string_agg(quantity || ' × ' || product_name, ', ' order by place) filter (where place <= 2)
                    || case when count(*) > 2 then ' +' || (count(*) - 2) else '' end, '')
      from (select quantity, product_name, row_number() over (order by order_key, id) as place
              from dossier_article where flame_id = flame) as article);
end $$;

-- Returns the zip code and city of the destination; an address may share the content of another one.
create or replace function place_in_short(address_id uuid) returns text language plpgsql stable as $$
begin
  if address_id is null then return null; end if;
  return (
    select trim(content.zip_code || ' ' || content.city)
      from address own join address content on content.id = coalesce(own.shared_address_id, own.id) where own.id = address_id);
end $$;

-- Returns the number of crates packed for a flame and their total weight.
create or replace function packed_of(flame uuid) returns table (crates int, "weightInKg" float8) language sql stable as $$
  select coalesce(sum(quantity), 0)::int, coalesce(sum(quantity * weight_in_kg), 0)::float8
    from dossier_package where flame_id = flame
$$;

-- Writes the entries of a flame in the pickup calendar. Here and below, the card is locked first: this waits for
-- concurrent changes of the flame, which the next statement reads.
create or replace function refresh_flame_pickups(flame uuid) returns void language plpgsql as $$
begin
  perform from flame_card where flame_id = flame for update;
  with wanted as (
    select dated.kind, dated.at, row_to_json(entry)::text as entry, d.delivered
      from flame f join blackboard_step s on s.id = f.step_id join dossier d on d.flame_id = f.id join contact c on c.id = d.contact_id,
      flame_head_of(f, s.blackboard_id, d, c.uid_state) as h,
      lateral (values ('PICKUP', d.pickup_date), ('SELF_PICKUP', d.self_pickup_at), ('DELIVERY', d.delivery_date)) as dated (kind, at),
      lateral (
        select h.id as "flameRef", h."taskboardRef", h."blackBoardRef", h.step, h.version, dated.kind, iso(dated.at) as at,
               c.id as "contactRef", c.full_name as "contactName", d.certificate_name as "certificateName",
               d.sap_ordernumber as "sapOrdernumber", h."assigneeRef", d.forwarding_agency_id as "forwardingAgencyRef",
               coalesce((select title from forwarding_agency where id = d.forwarding_agency_id), '') as "forwardingAgency",
               packed.crates, packed."weightInKg", d.delivered, h.lacks
          from packed_of(h.id) as packed) as entry
     where f.id = flame and dated.at is not null and f.archived_at is null and f.deleted_at is null),
  gone as (delete from flame_pickup p where p.flame_id = flame and p.kind not in (select w.kind from wanted w))
  insert into flame_pickup (flame_id, kind, at, entry, delivered) select flame, w.kind, w.at, w.entry, w.delivered from wanted w
  on conflict (flame_id, kind) do update set (at, entry, delivered) = (excluded.at, excluded.entry, excluded.delivered)
    where flame_pickup.entry <> excluded.entry or flame_pickup.delivered <> excluded.delivered;
end $$;

-- Returns the country of an address, or of the address that it shares.
create or replace function country_of(address_id uuid) returns text language sql stable as $$
  select content.country from address own join address content on content.id = coalesce(own.shared_address_id, own.id)
   where own.id = address_id
$$;

-- Writes what the dashboards count of an order, and deletes it unless the flame is archived and outside the bin.
-- `offset 0` keeps the plan from an index of archived flames, even if there were few when it was made.
create or replace function refresh_flame_orders(ids uuid[]) returns void language plpgsql as $$
declare
  id_of_flame uuid;
begin
  foreach id_of_flame in array ids loop
    perform from flame_card where flame_id = id_of_flame for update;
    insert into flame_order (flame_id, blackboard_id, archived_at, month, country, customer_type, articles, crates, weight_in_kg,
                             products, quantities)
    select f.id, s.blackboard_id, f.archived_at, date_trunc('month', f.archived_at at time zone 'Europe/Zurich'),
           coalesce(country_of(d.delivery_address_id), country_of(d.billing_address_id), ''),
           coalesce(c.customer_type, ''), a.articles, packed.crates, packed."weightInKg", a.products, a.quantities
      from (select * from flame where id = id_of_flame offset 0) as f
      join blackboard_step s on s.id = f.step_id join dossier d on d.flame_id = f.id join contact c on c.id = d.contact_id,
      packed_of(f.id) as packed,
      lateral (
        select coalesce(sum(quantity), 0) as articles,
               coalesce(array_agg(product_id order by product_id) filter (where product_id is not null), '{}') as products,
               coalesce(array_agg(quantity order by product_id) filter (where product_id is not null), '{}') as quantities
          from (select product_id, sum(quantity) as quantity from dossier_article where flame_id = f.id group by product_id) as one) as a
     where f.archived_at is not null and f.deleted_at is null
    on conflict (flame_id) do update
      set (blackboard_id, archived_at, month, country, customer_type, articles, crates, weight_in_kg, products, quantities)
          = (excluded.blackboard_id, excluded.archived_at, excluded.month, excluded.country, excluded.customer_type,
             excluded.articles, excluded.crates, excluded.weight_in_kg, excluded.products, excluded.quantities);
    if not found then delete from flame_order where flame_id = id_of_flame; end if;
  end loop;
end $$;

-- Writes the card of a flame as lists show it, and the keys that lists are sorted by, if it changed. In PL/pgSQL, so
-- that each connection keeps the plan, and for one flame: a plan for any number of flames would read whole tables for
-- one, or be made again each time.
create or replace function refresh_flame_card(flame uuid) returns void language plpgsql as $$
begin
  perform from flame_card where flame_id = flame for update;
  insert into flame_card (flame_id, card, list, created_at, pickup_date, reminder_at, contact_name)
  select f.id, row_to_json(card)::text,
         case when f.deleted_at is not null then null when f.archived_at is null then 'OPEN' else 'ARCHIVED' end,
         f.created_at, d.pickup_date, f.reminder_at, fold(c.full_name)
    from flame f join blackboard_step s on s.id = f.step_id join dossier d on d.flame_id = f.id join contact c on c.id = d.contact_id,
    lateral (
      select h.*, f.place as "order", c.id as "contactRef", c.full_name as "contactName",
             c.customer_type as "customerType", d.certificate_name as "certificateName",
             d.sap_ordernumber as "sapOrdernumber", iso(d.pickup_date) as "pickupDate",
             iso(d.self_pickup_at) as "selfPickupAt", iso(d.delivery_date) as "deliveryDate", d.delivered,
             d.tax_free_delivery as "taxFreeDelivery", d.oss, todos_of(f.id) as todos, ordered_in_short(f.id) as ordered,
             coalesce(place_in_short(d.delivery_address_id), '') as destination, packed.crates, packed."weightInKg"
        from flame_head_of(f, s.blackboard_id, d, c.uid_state) as h, packed_of(f.id) as packed) as card
   where f.id = flame
  on conflict (flame_id) do update
    set (card, list, pickup_date, reminder_at, contact_name)
        = (excluded.card, excluded.list, excluded.pickup_date, excluded.reminder_at, excluded.contact_name)
    where flame_card.card <> excluded.card;
end $$;

-- Refreshes the cards and all other prepared rows of flames, one flame after the other.
create or replace function refresh_flame_cards(ids uuid[]) returns void language plpgsql as $$
declare
  id_of_flame uuid;
begin
  foreach id_of_flame in array ids loop
    perform refresh_flame_card(id_of_flame);
    if exists (select from dossier where flame_id = id_of_flame and coalesce(pickup_date, self_pickup_at, delivery_date) is not null)
       or exists (select from flame_pickup where flame_id = id_of_flame) then
      perform refresh_flame_pickups(id_of_flame);
    end if;
    if exists (select from flame where id = id_of_flame and archived_at is not null)
       or exists (select from flame_order where flame_id = id_of_flame) then
      perform refresh_flame_orders(array[id_of_flame]);
    end if;
  end loop;
end $$;

-- Refreshes the cards of changed flames. The flame itself tells the change; app.flame_written keeps its card from doing
-- so.
create or replace function flame_card_of_flame() returns trigger language plpgsql as $$
begin
  perform set_config('app.flame_written', 'whole', true);
  perform refresh_flame_cards(array(select id from changed order by id));
  perform set_config('app.flame_written', '', true);
  return null;
end $$;
create or replace trigger card_update after update on flame referencing new table as changed
  for each statement execute function flame_card_of_flame();

-- Refreshes the flames to which changed rows belong.
create or replace function flame_card_of_row() returns trigger language plpgsql as $$
begin
  perform refresh_flame_cards(array(select distinct flame_id from changed order by flame_id));
  return null;
end $$;

-- Refreshes the cards of flames whose to-dos changed; nothing else shows these. A to-do may belong to a project
-- instead.
create or replace function flame_card_of_todo() returns trigger language plpgsql as $$
declare
  flame uuid;
begin
  for flame in select distinct flame_id from changed where flame_id is not null order by flame_id loop
    perform refresh_flame_card(flame);
  end loop;
  return null;
end $$;

-- A statement that writes a flame together with its dossier and their rows sets app.flame_written: the trigger of the
-- flame makes the card and tells, with everything that the statement wrote, and these triggers do nothing.
do $do$
declare
  written record;
begin
  for written in select * from (values
    ('dossier', 'card_insert', 'insert', 'new', false),
    ('dossier', 'card_update', 'update', 'new', true),
    ('dossier_article', 'flame_card_added', 'insert', 'new', true),
    ('dossier_article', 'flame_card_changed', 'update', 'new', true),
    ('dossier_article', 'flame_card_removed', 'delete', 'old', true),
    ('dossier_package', 'flame_card_added', 'insert', 'new', true),
    ('dossier_package', 'flame_card_changed', 'update', 'new', true),
    ('dossier_package', 'flame_card_removed', 'delete', 'old', true)
  ) as listed (name, is_called, event, which, with_flame) loop
    execute format(
      'create or replace trigger %I after %s on %I referencing %s table as changed for each statement %s
         execute function flame_card_of_row()', written.is_called, written.event, written.name, written.which,
      case when written.with_flame then $$when (current_setting('app.flame_written', true) is distinct from 'whole')$$ end);
  end loop;
end $do$;
create or replace trigger flame_card_added after insert on todo referencing new table as changed for each statement
  execute function flame_card_of_todo();
create or replace trigger flame_card_changed after update on todo referencing new table as changed for each statement
  execute function flame_card_of_todo();
create or replace trigger flame_card_removed after delete on todo referencing old table as changed for each statement
  execute function flame_card_of_todo();

create or replace function flame_card_of_contact() returns trigger language plpgsql as $$
begin
  perform refresh_flame_cards(array(
    select d.flame_id from before join changed on changed.id = before.id join dossier d on d.contact_id = changed.id
     where (before.full_name, before.customer_type, before.uid_state)
           is distinct from (changed.full_name, changed.customer_type, changed.uid_state)
     order by d.flame_id));
  return null;
end $$;
create or replace trigger flame_card_update after update on contact referencing old table as before new table as changed
  for each statement execute function flame_card_of_contact();

create or replace function flame_card_of_address() returns trigger language plpgsql as $$
begin
  perform refresh_flame_cards(array(
    select d.flame_id from dossier d join address own on own.id = d.delivery_address_id
     where own.id in (select id from changed) or own.shared_address_id in (select id from changed)
     order by d.flame_id));
  return null;
end $$;
create or replace trigger flame_card_changed after update on address referencing new table as changed for each statement
  execute function flame_card_of_address();

-- Here and below, the lock waits for a transaction that writes the first entry of a flame.
create or replace function flame_pickups_of_agency() returns trigger language plpgsql as $$
begin
  perform from flame_card
    where flame_id in (select d.flame_id from before join changed on changed.id = before.id
                         join dossier d on d.forwarding_agency_id = changed.id where before.title <> changed.title)
    order by flame_id for update;
  perform refresh_flame_pickups(flame_id) from (
    select d.flame_id from before join changed on changed.id = before.id join dossier d on d.forwarding_agency_id = changed.id
     where before.title <> changed.title and exists (select from flame_pickup p where p.flame_id = d.flame_id)
     order by d.flame_id) as named;
  return null;
end $$;
create or replace trigger flame_pickups_changed after update on forwarding_agency referencing old table as before new table as changed
  for each statement execute function flame_pickups_of_agency();

create or replace function flame_order_of_address() returns trigger language plpgsql as $$
begin
  perform from flame_card
    where flame_id in (select d.flame_id from before join changed on changed.id = before.id and (changed.country, changed.shared_address_id) is distinct from (before.country, before.shared_address_id)
                         join address own on own.id = changed.id or own.shared_address_id = changed.id
                         join dossier d on d.delivery_address_id = own.id or d.billing_address_id = own.id)
    order by flame_id for update;
  perform refresh_flame_orders(array(
    select distinct o.flame_id
      from before join changed on changed.id = before.id and (changed.country, changed.shared_address_id) is distinct from (before.country, before.shared_address_id)
      join address own on own.id = changed.id or own.shared_address_id = changed.id
      join dossier d on d.delivery_address_id = own.id or d.billing_address_id = own.id
      join flame_order o on o.flame_id = d.flame_id order by o.flame_id));
  return null;
end $$;
create or replace trigger flame_order after update on address referencing old table as before new table as changed
  for each statement execute function flame_order_of_address();

-- Refreshes all flames: this file runs again whenever it changes.
select refresh_flame_cards(array(select id from flame order by id));
select refresh_flame_orders(array(select flame_id from flame_order order by flame_id));

drop function if exists flame_card_of_dossier();
