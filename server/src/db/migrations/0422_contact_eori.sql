create index contact_eori on contact (eori) where eori <> '';
