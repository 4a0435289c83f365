-- What it writes is the same; the plan of a function in PL/pgSQL is kept by each connection.
create or replace function refresh_flame_cards(ids uuid[]) returns void language plpgsql as $$
begin
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
end $$;
