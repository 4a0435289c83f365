-- What is due of open flames is found without their dossiers; filled by db/functions/flames.sql.
alter table flame_pickup add column delivered boolean not null default false;
create index flame_pickup_due on flame_pickup (at) include (flame_id) where not delivered;
