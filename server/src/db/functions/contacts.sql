-- Returns for each contact a text that changes with everything that a person may change of it. Reads each table once
-- for all contacts, not once per contact. In PL/pgSQL, because a function in SQL would be inlined and leave this to the
-- statement around it.
create or replace function contact_states(ids uuid[]) returns table (contact_id uuid, state text) language plpgsql stable as $$
begin
  return query
  select part.contact_id, md5(concat_ws('|', max(version), string_agg(address, ',' order by address),
                                        string_agg(email, ',' order by email), string_agg(phone, ',' order by phone)))
    from (select c.id as contact_id, c.version, null as address, null as email, null as phone
            from contact c where c.id = any (ids)
          union all
          select a.contact_id, null, a.id || ':' || a.version, null, null from address a where a.contact_id = any (ids)
          union all
          select e.contact_id, null, null, e.id || ':' || e.version, null
            from email_address e where e.contact_id = any (ids)
          union all
          select p.contact_id, null, null, null, p.id || ':' || p.version
            from phone_number p where p.contact_id = any (ids)) as part
   group by part.contact_id;
end $$;

-- Returns the rows that a foreign key of any table references, including tables that are added later. The contact's own
-- parts and search row do not count as references to it.
create or replace function rows_in_use(target regclass, ids uuid[]) returns setof uuid language plpgsql stable as $$
declare
  link record;
begin
  for link in
    select k.conrelid::regclass as from_table, a.attname as link_column
      from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.confrelid = target
       and not (target = 'contact'::regclass and a.attname = 'contact_id' and k.conrelid in (
             'address'::regclass, 'email_address'::regclass, 'phone_number'::regclass, 'contact_search'::regclass))
  loop
    return query execute format('select distinct %I from %s where %1$I = any ($1)', link.link_column, link.from_table)
      using ids;
  end loop;
end $$;

-- Returns the contact into which a contact was finally merged; null if it was not merged.
create or replace function merged_into(id uuid) returns uuid language sql stable as $$
  with recursive step as (
    select merge.survivor_id, 1 as depth
      from contact_merge_member member join contact_merge merge on merge.id = member.merge_id
     where member.contact_id = merged_into.id
    union all
    select merge.survivor_id, step.depth + 1
      from step join contact_merge_member member on member.contact_id = step.survivor_id
      join contact_merge merge on merge.id = member.merge_id
  ) cycle survivor_id set is_cycle using path
  select survivor_id from step order by depth desc limit 1
$$;

-- Returns a contact and all contacts that were merged into it; their histories belong to it.
create or replace function with_merged(id uuid) returns uuid[] language sql stable as $$
  with recursive all_of (contact_id) as (
    select with_merged.id
    union
    select member.contact_id from all_of join contact_merge merge on merge.survivor_id = all_of.contact_id
      join contact_merge_member member on member.merge_id = merge.id
  )
  select array_agg(contact_id) from all_of
$$;

-- Returns the persons of one kind of a contact as the contact shows them, without those in the bin.
create or replace function contact_persons(contact uuid, of_kind text) returns json language plpgsql stable as $$
begin
  return coalesce((
    select json_agg(json_build_object(
             'contactRef', p.id, 'fullName', p.full_name,
             'emailAddress', coalesce((select e.address from email_address e where e.contact_id = p.id and e.address <> ''
                                        order by e.favorite desc, e.id limit 1), ''),
             'phoneNumber', coalesce((select n.number from phone_number n where n.contact_id = p.id and n.number <> ''
                                       order by n.id limit 1), '')) order by cp.position)
      from contact_person cp join contact p on p.id = cp.person_id
     where cp.contact_id = contact and cp.kind = of_kind and p.deleted_at is null), '[]');
end $$;

-- Returns the relations of a contact as seen from it, or only the relation `one`; none to contacts in the bin.
-- `mirrors` maps each type to its name from the other side.
create or replace function contact_relations(contact uuid, mirrors jsonb, one uuid) returns table (
  id uuid, version int, "contactRef" uuid, type text, given boolean, active boolean, "fullName" text, "legalType" text,
  city text, "createdAtUtc" text
) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  select seen.id, seen.version, seen.seen_id, seen.type, seen.given, seen.active, o.full_name, o.legal_type,
         k.card::json ->> 'city', iso(seen.created_at)
    from (select r.id, r.version, r.other_id as seen_id, r.type, false as given, r.active, r.created_at
            from contact_relation r where r.contact_id = contact and (one is null or r.id = one)
          union all
          select r.id, r.version, r.contact_id, mirrors ->> r.type, r.type = 'DONOR', r.active, r.created_at
            from contact_relation r where r.other_id = contact and (one is null or r.id = one)) as seen
    join contact o on o.id = seen.seen_id join contact_search s on s.contact_id = o.id
    join contact_listed k on k.contact_id = o.id
   order by seen.active desc, seen.type, s.sort_key, seen.id;
end $$;

-- Makes the triggers that refresh the prepared rows after each statement, so that a bulk insert refreshes once
-- (contact-search.sql, which refreshes all of them whenever its own text changes). A load that refreshes them itself at
-- its end sets app.search_refresh = 'by hand'. The trigger's condition checks this, which costs such a load less than a
-- check in the function.
do $$
declare
  part record;
  change record;
begin
  for part in select * from (values
    ('contact', 'contact_search_of_contact()'), ('address', 'contact_search_of_part(''shared_address_id'')'),
    ('email_address', 'contact_search_of_part(''shared_email_id'')'), ('phone_number', 'contact_search_of_part(''shared_phone_id'')')
  ) as listed (name, refresh) loop
    for change in select * from (values ('insert', 'new'), ('update', 'new'), ('delete', 'old')) as listed (name, rows) loop
      continue when part.name = 'contact' and change.name = 'delete';
      execute format($trigger$
        create or replace trigger search_%1$s after %1$s on %2$I referencing %3$s table as changed for each statement
          when (current_setting('app.search_refresh', true) is distinct from 'by hand') execute function %4$s
      $trigger$, change.name, part.name, change.rows, part.refresh);
    end loop;
  end loop;
end $$;

drop function if exists lock_contact_documents(uuid);
