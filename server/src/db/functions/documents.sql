-- Gives a document the first free number, such as offer (2).pdf, if its name is taken when it comes to an owner, from
-- elsewhere or from the bin. Only one transaction at a time chooses a name for an owner; it holds the lock until its
-- end. Argument: the column that references the owner.
create or replace function free_document_name() returns trigger language plpgsql as $$
declare
  owner uuid := to_jsonb(new) ->> tg_argv[0];
  parts text[] := regexp_match(new.name, '^(.+?)(\.[^.]{1,18})?$');
  named text := format('from %I where %I = $1 and deleted_at is null and id <> $2', tg_table_name, tg_argv[0]);
  taken boolean;
begin
  if new.deleted_at is not null then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended(replace(tg_table_name, '_', ' ') || ' ' || owner, 0));
  execute format('select exists (select %s and lower(name) = lower($3))', named) into taken using owner, new.id, new.name;
  if taken then
    -- One statement tries as many numbers as there are names: a thousand files may have one name.
    execute format('select numbered from generate_series(2, (select count(*) %1$s) + 2) number,
                           lateral (select '' ('' || number || '')'' || $4 as mark) m,
                           lateral (select left($3, 255 - length(mark)) || mark as numbered) n
                     where not exists (select %1$s and lower(name) = lower(numbered)) order by number limit 1', named)
       into new.name using owner, new.id, parts[1], coalesce(parts[2], '');
  end if;
  return new;
end $$;

do $$
declare
  documents record;
begin
  for documents in select * from (values
    ('contact_document', 'contact_id'),
    ('project_document', 'project_id')
  ) as listed (name, owner) loop
    execute format('create or replace trigger free_name before insert or update of %I, deleted_at on %I for each row
                      execute function free_document_name(%L)', documents.owner, documents.name, documents.owner);
  end loop;
end $$;

drop function if exists free_contact_document_name();
