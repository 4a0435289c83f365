-- A page of a few types of a contact with many others.
create index encounter_of_type on encounter (contact_id, encounter_type, original_known_since desc, id desc)
  where deleted_at is null;
