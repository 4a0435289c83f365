-- The address under which a calendar program reads what somebody has to do: a secret, of which the hash is kept.
create table calendar_feed (
  user_id uuid primary key references app_user on delete cascade,
  secret_hash bytea not null,
  sources text[] not null check (sources <@ array['APPOINTMENTS', 'PICKUPS', 'FLAMES', 'PROJECTS', 'TODOS']),
  created_at timestamptz not null default now(),
  last_read_at timestamptz
);
create unique index calendar_feed_secret on calendar_feed (secret_hash);

create index appointment_participants on appointment using gin (participants) where state <> 'CANCELLED';
