-- A document that comes to its owner, from elsewhere or from the bin, and finds its name taken gets the first number that is
-- free: offer (2).pdf. One at a time looks for a free name among those of an owner, until its transaction ends. Argument:
-- the column that names the owner.
create or replace function free_document_name() returns trigger language plpgsql as $$
declare
  owner uuid := to_jsonb(new) ->> tg_argv[0];
  parts text[] := regexp_match(new.name, '^(.+?)(\.[^.]{1,18})?$');
  number int := 1;
  mark text;
  taken boolean;
begin
  if new.deleted_at is not null then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended(replace(tg_table_name, '_', ' ') || ' ' || owner, 0));
  loop
    execute format('select exists (select from %I where %I = $1 and lower(name) = lower($2) and deleted_at is null and id <> $3)',
                   tg_table_name, tg_argv[0]) into taken using owner, new.name, new.id;
    exit when not taken;
    number := number + 1;
    mark := ' (' || number || ')' || coalesce(parts[2], '');
    new.name := left(parts[1], 255 - length(mark)) || mark;
  end loop;
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
