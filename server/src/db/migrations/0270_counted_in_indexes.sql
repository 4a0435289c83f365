-- What the dashboards count of open flames, to-dos and e-mails stands in the indexes that lists go by: of thousands of rows on as many
-- pages none is read.
drop index flame_on_board;
create index flame_on_board on flame (step_id, place) include (id, assignee_id, in_step_since)
  where archived_at is null and deleted_at is null;
drop index todo_undone;
create index todo_undone on todo (state, (coalesce(due, start)), id) include (flame_id, project_id, assignee_id, due, start)
  where state <> 'DONE' and deleted_at is null;
drop index todo_finished;
create index todo_finished on todo (finished) include (flame_id, project_id, assignee_id)
  where state = 'DONE' and deleted_at is null;
drop index email_list_state;
create index email_list_state on email (state, received_at desc, id desc) include (direction, assignee_id)
  where deleted_at is null and state <> 'CLOSED';
-- How many to-dos are due is known to the planner then.
create statistics todo_due_at on (coalesce(due, start)) from todo;
