-- Returns how many to-dos of a person, and of those for whom they stand in, are due, as far as the person may see them;
-- counts up to 1000. ADMIN sees every board.
create or replace function count_due_todos(person uuid) returns int language sql stable as $$
  with held as materialized (
    select ur.role_id, r.name, r.permissions from user_role ur join role r on r.id = ur.role_id where ur.user_id = person
  ), may as materialized (
    select coalesce(bool_or('TODO_READ' = any (permissions)), false) as todos,
           coalesce(bool_or('FLAME_READ' = any (permissions)), false) as flames,
           coalesce(bool_or('PROJECT_READ' = any (permissions)), false) as projects,
           coalesce(bool_or(name = 'ADMIN'), false) as all_boards from held
  ), whose as materialized (
    select person as id union select person_id from stand_ins('TODO', now()) where stand_in_id = person
  )
  select count(*)::int from (
    select from whose
      join todo t on t.assignee_id = whose.id
      left join flame f on f.id = t.flame_id
      left join project p on p.id = t.project_id
      join blackboard_step s on s.id = coalesce(f.step_id, p.step_id)
     where t.deleted_at is null and t.state = 'OPEN' and coalesce(t.due, t.start) <= now()
       and f.archived_at is null and f.deleted_at is null and p.archived_at is null and p.deleted_at is null
       and (select todos and case when t.flame_id is not null then flames else projects end
                   and (all_boards
                        or not exists (select from blackboard_user a where a.owner_id = s.blackboard_id)
                           and not exists (select from blackboard_role a where a.owner_id = s.blackboard_id)
                        or exists (select from blackboard_user a where a.owner_id = s.blackboard_id and a.user_id = person)
                        or exists (select from blackboard_role a join held on held.role_id = a.role_id
                                    where a.owner_id = s.blackboard_id)) from may)
     limit 1000) as due
$$;

-- Marks a to-do as not announced yet when it may become due again or gets another assignee.
create or replace function todo_is_to_be_told() returns trigger language plpgsql as $$
begin
  new.due_told := false;
  return new;
end $$;
create or replace trigger tell_due_again before update of assignee_id, start, due, state on todo for each row
  when ((old.assignee_id, old.start, old.due, old.state) is distinct from (new.assignee_id, new.start, new.due, new.state))
  execute function todo_is_to_be_told();
