-- To-dos of projects too: each hangs on exactly one thing, which `ref` names.
alter table todo alter flame_id drop not null;
alter table todo add project_id uuid references project on delete cascade;
alter table todo add constraint todo_of_one check (num_nonnulls(flame_id, project_id) = 1);
alter table todo add ref uuid not null generated always as (coalesce(flame_id, project_id)) stored;
drop index todo_of_flame;
create index todo_of_ref on todo (ref, order_key);
create index todo_flame on todo (flame_id) where flame_id is not null;
create index todo_project on todo (project_id) where project_id is not null;

-- Given anew with another name of what it is asked for.
drop function if exists todos_of(uuid);
