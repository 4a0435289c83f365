-- Who put a card into the bin; empty outside it, and for cards that were in it before.
alter table flame add deleted_by uuid,
  add constraint flame_deleted_by foreign key (deleted_by) references app_user on delete set null;
alter table project add deleted_by uuid,
  add constraint project_deleted_by foreign key (deleted_by) references app_user on delete set null;
