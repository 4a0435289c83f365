-- Whose public holidays are shown, and which of them close the yard.
create table holiday_region (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  region text not null check (region in (
    'CH', 'CH_AG', 'CH_AI', 'CH_AR', 'CH_BE', 'CH_BL', 'CH_BS', 'CH_FR', 'CH_GE', 'CH_GL', 'CH_GR', 'CH_JU', 'CH_LU',
    'CH_NE', 'CH_NW', 'CH_OW', 'CH_SG', 'CH_SH', 'CH_SO', 'CH_SZ', 'CH_TG', 'CH_TI', 'CH_UR', 'CH_VD', 'CH_VS', 'CH_ZG',
    'CH_ZH', 'DE', 'DE_BB', 'DE_BE', 'DE_BW', 'DE_BY', 'DE_HB', 'DE_HE', 'DE_HH', 'DE_MV', 'DE_NI', 'DE_NW', 'DE_RP',
    'DE_SH', 'DE_SL', 'DE_SN', 'DE_ST', 'DE_TH', 'AT', 'AT_1', 'AT_2', 'AT_3', 'AT_4', 'AT_5', 'AT_6', 'AT_7', 'AT_8',
    'AT_9')),
  closes_yard boolean not null default false
);
create unique index holiday_region_unique on holiday_region (region);
insert into holiday_region (region, closes_yard) values ('CH', true), ('DE', false), ('AT', false);

-- How much may leave on a day: all together, or with one forwarding agency.
create table pickup_limit (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  forwarding_agency_id uuid references forwarding_agency on delete cascade,
  max_crates int check (max_crates >= 1),
  max_weight_in_kg numeric check (max_weight_in_kg >= 1),
  constraint pickup_limit_of_something check (num_nonnulls(max_crates, max_weight_in_kg) > 0)
);
create unique index pickup_limit_once on pickup_limit (forwarding_agency_id) nulls not distinct;
