-- What leaves when: an entry of the pickup calendar for each date of an open flame, ready made.
create table flame_pickup (
  flame_id uuid not null references flame on delete cascade,
  kind text not null check (kind in ('PICKUP', 'SELF_PICKUP', 'DELIVERY')),
  at timestamptz not null,
  entry text not null,
  primary key (flame_id, kind)
);
create index flame_pickup_at on flame_pickup (at);
