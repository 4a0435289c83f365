-- What each delivered role was given once, so that a new version gives what is new in it and nothing that an admin took
-- away. By the names of the roles; the permission is empty for the role itself.
create table role_default (
  role text not null,
  permission text not null default '',
  -- An admin had a role of that name before: it is given nothing.
  own_role boolean not null default false,
  primary key (role, permission)
);

-- Until now the history knows it: every name and every permission that a role ever had.
with was as (
  select entity_id as id, changes from history where entity = 'role'
), named as (
  select id, name from role
  union
  select id, name from was, unnest(array[changes #>> '{name,0}', changes #>> '{name,1}']) as name where name is not null
), held as (
  select id, unnest(permissions) as permission from role
  union
  select id, jsonb_array_elements_text(side)
    from was, unnest(array[changes #> '{permissions,0}', changes #> '{permissions,1}']) as side
   where jsonb_typeof(side) = 'array'
)
insert into role_default (role, permission, own_role)
select name, permission, name not in ('ADMIN', 'USER', 'TERMIN_USER', 'TERMIN_API', 'PROJECT_MANAGER')
  from (select name, '' as permission from named union select name, permission from named join held using (id)) as given;
