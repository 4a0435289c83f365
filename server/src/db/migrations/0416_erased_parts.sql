-- A mail or number that an order of an erased contact keeps is free for others.
alter table email_address disable trigger user;
alter table phone_number disable trigger user;
update email_address e set binned = true from contact c where c.id = e.contact_id and c.erased_at is not null and not e.binned;
update phone_number p set binned = true from contact c where c.id = p.contact_id and c.erased_at is not null and not p.binned;
alter table email_address enable trigger user;
alter table phone_number enable trigger user;
