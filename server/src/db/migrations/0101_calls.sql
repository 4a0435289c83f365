-- Somebody calls: whose number it is, where that is known.
alter table notification add column contact_id uuid references contact on delete cascade;
alter table notification add constraint notification_of_contact
  check (contact_id is null or num_nonnulls(comment_id, flame_id, encounter_id) = 0);
create index notification_contact on notification (contact_id) where contact_id is not null;
