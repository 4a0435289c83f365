-- What lists of flames are ordered by, beside the card that they show: in the order of each, whichever it is, the first are found
-- without the rest. A flame in the bin is in no list.
alter table flame_card
  add column list text, -- OPEN or ARCHIVED
  add column created_at timestamptz,
  add column pickup_date timestamptz,
  add column reminder_at timestamptz,
  add column contact_name text;
update flame_card k
   set list = case when f.deleted_at is not null then null when f.archived_at is null then 'OPEN' else 'ARCHIVED' end,
       created_at = f.created_at, pickup_date = d.pickup_date, reminder_at = f.reminder_at, contact_name = fold(c.full_name)
  from flame f, dossier d, contact c where f.id = k.flame_id and d.flame_id = f.id and c.id = d.contact_id;
create index flame_card_created on flame_card (list, created_at, flame_id) where list is not null;
create index flame_card_contact on flame_card (list, contact_name, flame_id) where list is not null;
create index flame_card_pickup on flame_card (list, pickup_date, flame_id) where list is not null;
create index flame_card_reminder on flame_card (list, reminder_at, flame_id) where list is not null;
-- Those without a date are last in this direction, too.
create index flame_card_pickup_latest on flame_card (list, pickup_date desc nulls last, flame_id desc) where list is not null;
create index flame_card_reminder_latest on flame_card (list, reminder_at desc nulls last, flame_id desc) where list is not null;
