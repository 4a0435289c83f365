-- Sizes are written with the sign for them, everywhere alike.
drop index pallet_order;
alter table pallet drop column title;
alter table pallet add column title text not null generated always as (
  case when description <> '' then description
       else trim_scale(width_in_cm)::text || ' × ' || trim_scale(depth_in_cm)::text || ' × '
            || trim_scale(height_in_cm)::text end) stored;
create index pallet_order on pallet (fold(title), id);
