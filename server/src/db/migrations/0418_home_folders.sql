-- Where a message lay before it went to the bin of its server: there it is brought back to.
alter table mail_source add home_id uuid references mail_folder on delete set null;
create index mail_source_home on mail_source (home_id) where home_id is not null;
