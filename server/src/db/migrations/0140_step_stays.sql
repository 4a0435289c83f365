-- How long cards stay in a step is reckoned by the step itself: its board or it may be called otherwise since.
alter table flame_step_change add from_step_id uuid references blackboard_step on delete set null;
alter table flame_step_change disable trigger user;
update flame_step_change c set from_step_id = s.id
  from blackboard_step s join blackboard b on b.id = s.blackboard_id and b.kind = 'FLAME'
 where b.title = c.from_board and s.title = c.from_step;
alter table flame_step_change enable trigger user;
create index flame_step_change_from on flame_step_change (from_step_id) where from_step_id is not null;
create index flame_step_change_at on flame_step_change (at);
-- Orders of a span are flames that were archived in it.
create index flame_archived_at on flame (archived_at) where archived_at is not null and deleted_at is null;
create index contact_created on contact (created_at) where deleted_at is null;
