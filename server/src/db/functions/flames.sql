-- What a flame came past: each change of its step.
create or replace function record_step_change() returns trigger language plpgsql as $$
begin
  insert into flame_step_change (flame_id, actor, from_board, from_step, to_board, to_step)
  select new.id, nullif(current_setting('app.actor', true), '')::uuid, bf.title, sf.title, bt.title, st.title
    from blackboard_step st join blackboard bt on bt.id = st.blackboard_id
    left join blackboard_step sf on tg_op = 'UPDATE' and sf.id = old.step_id
    left join blackboard bf on bf.id = sf.blackboard_id
   where st.id = new.step_id;
  return null;
end $$;

-- How many to-dos there are and are done, and which comes next.
create or replace function todos_of(flame uuid) returns json language sql stable as $$
  select json_build_object(
    'all', count(*), 'done', count(*) filter (where state = 'DONE'),
    'nextUtc', iso((array_agg(coalesce(due, start) order by coalesce(due, start), order_key) filter (where state <> 'DONE'))[1]),
    'nextTitle', (array_agg(title order by coalesce(due, start), order_key) filter (where state <> 'DONE'))[1])
    from todo where flame_id = flame
$$;

-- The card of a flame as lists show it, ready made; one that stays as it is is not written. In PL/pgSQL, whose plan each
-- connection keeps, and one after the other: a plan for any number of flames would read whole tables for one, or be made
-- anew each time.
create or replace function refresh_flame_cards(ids uuid[]) returns void language plpgsql as $$
declare
  id_of_flame uuid;
begin
  foreach id_of_flame in array ids loop
    insert into flame_card (flame_id, card)
    select f.id, row_to_json(card)::text
      from flame f, dossier d, contact c, lateral (
        select h.*, f.place as "order", c.id as "contactRef", c.full_name as "contactName",
               c.customer_type as "customerType", d.certificate_name as "certificateName",
               d.sap_ordernumber as "sapOrdernumber", iso(d.pickup_date) as "pickupDate",
               iso(d.self_pickup_at) as "selfPickupAt", iso(d.delivery_date) as "deliveryDate", d.delivered,
               d.tax_free_delivery as "taxFreeDelivery", d.oss, todos_of(f.id) as todos
          from flame_head h where h.id = f.id) as card
     where f.id = id_of_flame and d.flame_id = f.id and c.id = d.contact_id
    on conflict (flame_id) do update set card = excluded.card where flame_card.card <> excluded.card;
  end loop;
end $$;

create or replace function flame_card_of_flame() returns trigger language plpgsql as $$
begin
  perform refresh_flame_cards(array(select id from changed order by id));
  return null;
end $$;

create or replace function flame_card_of_dossier() returns trigger language plpgsql as $$
begin
  perform refresh_flame_cards(array(select flame_id from changed order by flame_id));
  return null;
end $$;

create or replace function flame_card_of_contact() returns trigger language plpgsql as $$
begin
  perform refresh_flame_cards(array(
    select d.flame_id from before join changed on changed.id = before.id join dossier d on d.contact_id = changed.id
     where (before.full_name, before.customer_type, before.uid_state)
           is distinct from (changed.full_name, changed.customer_type, changed.uid_state)
     order by d.flame_id));
  return null;
end $$;

create or replace function flame_card_of_todo() returns trigger language plpgsql as $$
begin
  perform refresh_flame_cards(array(select distinct flame_id from changed order by flame_id));
  return null;
end $$;
create or replace trigger flame_card_added after insert on todo referencing new table as changed for each statement
  execute function flame_card_of_todo();
create or replace trigger flame_card_changed after update on todo referencing new table as changed for each statement
  execute function flame_card_of_todo();
create or replace trigger flame_card_removed after delete on todo referencing old table as changed for each statement
  execute function flame_card_of_todo();
