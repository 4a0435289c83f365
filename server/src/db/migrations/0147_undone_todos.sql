-- What somebody has to do, in the order of their list.
create index todo_undone_of on todo (assignee_id, state, (coalesce(due, start)), id) where state <> 'DONE' and assignee_id is not null;
