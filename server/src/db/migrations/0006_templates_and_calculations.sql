-- Calculations: named factors, the tables of tubes and materials. Templates of messages and the one signature.
-- Decimals are `numeric` without a scale, so that a figure stays as it was typed.

create table calc_factor (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  -- By which a calculation finds its factor; never shown, never changed.
  key text not null unique,
  title text not null,
  value numeric not null,
  unit text not null,
  description text not null default ''
);
insert into calc_factor (key, title, value, unit, description) values
  ('SAW_CUT', 'Sägeschnitt', 3, 'mm', 'Was das Sägeblatt je Stück wegnimmt; zählt bei jedem Stück eines Stahlrohrrahmens.'),
  ('WOOD_OFFCUT', 'Verschnitt Holz', 0, '%', 'Zuschlag auf die Fläche eines Holzrahmens, bevor Gewicht und Preis gerechnet werden.');

create table steel_tube (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  title text not null,
  outer_width_in_mm numeric not null,
  wall_in_mm numeric not null,
  stock_length_in_mm numeric not null,
  weight_per_metre_in_kg numeric not null,
  price_per_metre numeric not null,
  constraint steel_tube_wall_fits check (wall_in_mm * 2 <= outer_width_in_mm)
);
create unique index steel_tube_title_unique on steel_tube (lower(title));

create table wood_frame (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  title text not null,
  from_perimeter_in_mm numeric not null,
  to_perimeter_in_mm numeric not null,
  board_thickness_in_mm numeric not null,
  weight_per_square_metre_in_kg numeric not null,
  price_per_square_metre numeric not null,
  constraint wood_frame_span_order check (from_perimeter_in_mm <= to_perimeter_in_mm)
);
create unique index wood_frame_title_unique on wood_frame (lower(title));

create table mail_template (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  title text not null,
  subject text not null default '',
  content text not null default '',
  -- Ids of shared documents, in the order in which they are attached.
  predefined_documents uuid[] not null default '{}'
);
create unique index mail_template_title_unique on mail_template (lower(title));

-- The signature under every message; exactly one row.
create table email_signature (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  content text not null,
  only_one boolean not null default true unique check (only_one)
);
insert into email_signature (content) values
  ('<p>Freundliche Grüsse</p><p><strong>{{userName}}</strong><br />{{userPhone}}<br />{{userEmail}}</p>');

create trigger history after insert or update or delete on calc_factor for each row execute function record_history('id');
create trigger history after insert or update or delete on steel_tube for each row execute function record_history('id');
create trigger history after insert or update or delete on wood_frame for each row execute function record_history('id');
create trigger history after insert or update or delete on mail_template for each row
  execute function record_history('id');
create trigger history after insert or update or delete on email_signature for each row
  execute function record_history('id');
