-- The list of everybody's absences, the latest first.
create index absence_from on absence (from_at desc, id);
