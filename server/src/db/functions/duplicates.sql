-- Groups of contacts that are connected as duplicates, and the list of groups: contact_duplicate_group has a row for
-- each group with a pair whose contacts are both outside the bin, with the best score of such pairs.

-- Assigns the pairs of these contacts, or all pairs for null, to their groups. The caller must hold the lock of the
-- pairs, because a pair that moves to another group at the same time would be overlooked.
create or replace function group_contact_duplicates(ids uuid[]) returns void language plpgsql as $$
declare
  changed int := 1;
begin
  create temporary table if not exists duplicate_label (contact_id uuid primary key, label uuid) on commit drop;
  truncate duplicate_label;
  insert into duplicate_label
  select one_id, one_id from contact_duplicate_pair where ids is null or one_id = any (ids) or other_id = any (ids)
  union
  select other_id, other_id from contact_duplicate_pair where ids is null or one_id = any (ids) or other_id = any (ids);
  while changed > 0 loop
    update duplicate_label l set label = least_of.label::uuid
      from (select contact_id, min(label::text) as label
              from (select p.one_id as contact_id, other.label
                      from contact_duplicate_pair p join duplicate_label other on other.contact_id = p.other_id
                    union all
                    select p.other_id, one.label
                      from contact_duplicate_pair p join duplicate_label one on one.contact_id = p.one_id) as ends
             group by contact_id) as least_of
     where least_of.contact_id = l.contact_id and least_of.label::uuid < l.label;
    get diagnostics changed = row_count;
  end loop;
  update contact_duplicate_pair p set group_id = l.label
    from duplicate_label l where l.contact_id = p.one_id and p.group_id <> l.label;
end $$;

-- Writes the row of one group. A transaction that changed a pair, or moved a contact into or out of the bin, calls this
-- last: it holds the lock to its end, so that of two transactions the later one sees the changes of the other, and the
-- holder of the lock waits for nobody. Each connection keeps the plan, perhaps from when the tables were empty; the
-- settings make it use indexes whatever their size.
create or replace function list_duplicate_group(listed uuid) returns void language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  best int;
begin
  perform pg_advisory_xact_lock(hashtextextended('duplicate groups', 0));
  select p.score into best from contact_duplicate_pair p
   where p.group_id = listed
     and exists (select from contact c where c.id = p.one_id and c.deleted_at is null)
     and exists (select from contact c where c.id = p.other_id and c.deleted_at is null)
   order by p.score desc limit 1;
  if best is null then
    delete from contact_duplicate_group where id = listed;
  else
    insert into contact_duplicate_group as g (id, score) values (listed, best)
    on conflict (id) do update set score = best where g.score <> best;
  end if;
end $$;

-- Writes the rows of all groups. In SQL, so that it is planned for the present sizes of the tables.
create or replace function list_duplicate_groups() returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('duplicate groups', 0));
  with best as materialized (
    select p.group_id as id, max(p.score) as score
      from contact_duplicate_pair p join contact one on one.id = p.one_id join contact other on other.id = p.other_id
     where one.deleted_at is null and other.deleted_at is null group by p.group_id
  ), gone as (
    delete from contact_duplicate_group g where not exists (select from best where best.id = g.id)
  )
  insert into contact_duplicate_group as g (id, score) select id, score from best
  on conflict (id) do update set score = excluded.score where g.score <> excluded.score;
$$;

-- Writes the rows at the end of the transaction: a transaction that waits for the lock earlier may hold a lock that the
-- holder still needs. A search for duplicates writes thousands of pairs and lists all groups itself
-- (app.duplicate_groups = 'by hand').
create or replace function list_groups_of_pair() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform list_duplicate_group(old.group_id); end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and old.group_id <> new.group_id then
    perform list_duplicate_group(new.group_id);
  end if;
  return null;
end $$;
drop trigger if exists list_groups on contact_duplicate_pair;
create constraint trigger list_groups after insert or delete on contact_duplicate_pair deferrable initially deferred
  for each row when (current_setting('app.duplicate_groups', true) is distinct from 'by hand')
  execute function list_groups_of_pair();
drop trigger if exists list_groups_changed on contact_duplicate_pair;
create constraint trigger list_groups_changed after update on contact_duplicate_pair deferrable initially deferred
  for each row when ((old.group_id, old.score) is distinct from (new.group_id, new.score)
                     and current_setting('app.duplicate_groups', true) is distinct from 'by hand')
  execute function list_groups_of_pair();

-- Takes the lock first: a search that is about to commit may have found pairs of this contact that are not visible yet.
create or replace function list_groups_of_contact() returns trigger language plpgsql as $$
declare
  listed uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('duplicate groups', 0));
  for listed in select group_id from contact_duplicate_pair where one_id = new.id
                union select group_id from contact_duplicate_pair where other_id = new.id loop
    perform list_duplicate_group(listed);
  end loop;
  return null;
end $$;
drop trigger if exists list_groups on contact;
create constraint trigger list_groups after update on contact deferrable initially deferred
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function list_groups_of_contact();

-- Updates the number of listed groups in the transaction that lists them.
create or replace function count_duplicate_groups() returns trigger language plpgsql as $$
begin
  update contact_duplicate_total
     set groups = groups + case tg_op when 'INSERT' then 1 else -1 end * (select count(*) from changed)
   where exists (select from changed);
  return null;
end $$;
create or replace trigger count_added after insert on contact_duplicate_group referencing new table as changed
  for each statement execute function count_duplicate_groups();
create or replace trigger count_removed after delete on contact_duplicate_group referencing old table as changed
  for each statement execute function count_duplicate_groups();

-- Lists all groups again: this file runs again whenever it changes.
select list_duplicate_groups();
