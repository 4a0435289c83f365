-- Who changed what: a trigger on every table that people edit records it in the same transaction.
-- Given again after each migration (migrate.ts looks for these words), because the functions depend on columns of
-- tables.

-- Returns an expression for the changes of an inserted, updated or deleted row (`action`) as JSON text, with a term for
-- each column that `target` has when this runs: converting the whole row to JSON takes several times as long. `before`
-- and `after` are the names of the row before and after, with their dots; empty for the columns of a query. Leaves out
-- the `derived` columns, which follow from others or only order rows, and the columns that every table has. Does not
-- keep the values of `secret` columns.
create or replace function changes_of(target regclass, action text, before text, after text, derived text[], secret text[]) returns text
language sql stable as $$
  select format($sql$concat_ws(',', %s)$sql$, string_agg(
    format('case when %s then %L', case action when 'UPDATE' then differs else holds end, to_json(attname)::text || ':[')
    || case when attname = any (secret) then ' || ''null,null]'''
            else format(' || %s || '','' || %s || '']''',
                        case when action = 'INSERT' then '''null''' else was end,
                        case when action = 'DELETE' then '''null''' else is_now end) end
    || ' end', ', ' order by attnum))
    from (
      select attname, attnum,
             case when atttypid = 'json'::regtype then format('to_jsonb(%1$s) is distinct from to_jsonb(%2$s)', old_value, new_value)
                  else format('%s is distinct from %s', old_value, new_value) end as differs,
             case when atttypid = 'text'::regtype then format('%s <> %L', value, '')
                  when atttypid = 'boolean'::regtype then value
                  when atttypid in ('uuid'::regtype, 'timestamptz'::regtype) then format('%s is not null', value)
                  else format($sql$to_json(%s)::text <> all (array['null', '""', 'false', '{}', '[]'])$sql$, value) end as holds,
             format('coalesce(to_json(%s)::text, ''null'')', old_value) as was,
             format('coalesce(to_json(%s)::text, ''null'')', new_value) as is_now
        from (select *, before || quote_ident(attname) as old_value, after || quote_ident(attname) as new_value,
                     case when action = 'DELETE' then before else after end || quote_ident(attname) as value
                from pg_attribute where attrelid = target and attnum > 0 and not attisdropped) as named
       where attname <> all (derived || array['id', 'version', 'created_at', 'updated_at', 'created_by', 'updated_by'])) as of_column
$$;

-- Returns the statement that records such changes of a row. The actor is the user for whom the transaction was opened
-- (app.actor).
create or replace function entry_of(name text, action text, of_row text, root text, changes text) returns text
language sql immutable as $$
  select format($sql$insert into history (actor, entity, entity_id, root_id, action, changes)
    select (select nullif(current_setting('app.actor', true), '')::uuid), %L, %sid, %s%I, %L, ('{' || %s || '}')::jsonb$sql$,
    name, of_row, of_row, root, action, changes)
$$;

-- Lists the tables with a history: the record under which people look for it (root), the derived and the secret
-- columns, separated by blanks, and the recorded events. A relation is in the histories of both contacts; the history
-- of an e-mail holds what people do with it, not its content.
do $do$
declare
  audited record;
  recorder text;
  left_out text[];
  unkept text[];
  added text;
  changed text;
  removed text;
begin
  for audited in select *, 'history' as trigger, 'insert or update or delete' as events from (values
    ('app_user', 'id', 'last_login_at second_factor_step', 'password_hash second_factor_secret avatar_small'),
    ('role', 'id', '', ''),
    ('absence', 'person_id', 'phase', ''),
    ('access_key', 'id', 'last_used_at', 'secret_hash sealed_secret'),
    ('webhook', 'id', 'failing_since busy_until', 'sealed_secret'),
    ('sector', 'id', '', ''),
    ('warehouse', 'id', '', ''),
    ('forwarding_agency', 'id', '', ''),
    ('delivery_condition', 'id', '', ''),
    ('payment_condition', 'id', '', ''),
    ('locked_pickup_date', 'id', '', ''),
    ('holiday_region', 'id', '', ''),
    ('pickup_limit', 'id', '', ''),
    ('pallet', 'id', '', ''),
    ('product', 'id', '', ''),
    ('predefined_time_slot', 'id', '', ''),
    ('time_slot_exception', 'id', '', ''),
    ('appointment', 'id', 'sequence', ''),
    ('appointment_setting', 'id', '', ''),
    ('absence_email', 'id', '', ''),
    ('document_classification', 'id', '', ''),
    ('document_classification_user', 'owner_id', '', ''),
    ('document_classification_role', 'owner_id', '', ''),
    ('blackboard', 'id', '', ''),
    ('blackboard_step', 'blackboard_id', '', ''),
    ('blackboard_user', 'owner_id', '', ''),
    ('blackboard_role', 'owner_id', '', ''),
    ('todo_package', 'id', '', ''),
    ('todo_template', 'package_id', '', ''),
    ('library_document', 'id', '', 'file_hash thumbnail_hash'),
    ('calc_factor', 'id', '', ''),
    ('steel_tube', 'id', '', ''),
    ('wood_frame', 'id', '', ''),
    ('mail_template', 'id', '', ''),
    ('template_document', 'template_id', '', ''),
    ('email_signature', 'id', '', ''),
    ('letterhead', 'id', 'logo_mime_type', 'logo_hash'),
    ('product_setting', 'id', '', ''),
    ('sipgate_account', 'id', '', 'sealed_token'),
    ('contact_document', 'contact_id', 'search', ''),
    ('contact_relation', 'contact_id', '', ''),
    ('comment', 'upstream_id', 'email_id project_id', 'answer_to author_id contact_id'),
    ('mailbox', 'id', '', 'secrets'),
    ('flame', 'id', 'place in_step_since deleted_by', ''),
    ('dossier', 'flame_id', 'search articles_changed_at packages_changed_at', ''),
    ('dossier_article', 'flame_id', 'order_key', ''),
    ('dossier_package', 'flame_id', 'order_key', ''),
    ('project', 'id', 'place in_step_since deleted_by search', ''),
    ('project_contact', 'project_id', '', ''),
    ('project_document', 'project_id', '', '')
  ) as listed (name, root, derived, secret)
  union all select name, root, derived, '', 'history', 'update or delete' from (values
    -- many rows are loaded into these tables at once
    ('contact', 'id', 'full_name'),
    ('address', 'contact_id', ''),
    ('email_address', 'contact_id', 'binned'),
    ('phone_number', 'contact_id', 'national binned'),
    ('encounter', 'contact_id', 'search'),
    ('todo', 'ref', 'flame_id project_id order_key due_told start_base search')
  ) as listed (name, root, derived)
  union all values
    ('contact_relation', 'other_id', '', '', 'history_of_other', 'insert or update or delete'),
    ('email', 'id', 'search', 'from_address from_name to_list cc_list bcc_list preview subject', 'history',
     'update of state, assignee_id, contact_id, important, deleted_at'),
    ('flame_step_change', 'flame_id', '', '', 'history', 'update')
  loop
    recorder := 'record_' || audited.name || case when audited.trigger <> 'history' then '_' || audited.root else '' end;
    left_out := string_to_array(audited.derived, ' ');
    unkept := string_to_array(audited.secret, ' ');
    added := changes_of(audited.name::regclass, 'INSERT', '', 'new.', left_out, unkept);
    changed := changes_of(audited.name::regclass, 'UPDATE', 'old.', 'new.', left_out, unkept);
    removed := changes_of(audited.name::regclass, 'DELETE', 'old.', '', left_out, unkept);
    execute format($fn$
      create or replace function %I() returns trigger language plpgsql as $body$
      declare
        changed text;
      begin
        if tg_op = 'UPDATE' then
          changed := %s;
          if changed <> '' then %s; end if;
        elsif tg_op = 'INSERT' then %s;
        else %s;
        end if;
        return null;
      end $body$ $fn$,
      recorder, changed, entry_of(audited.name, 'CHANGED', 'new.', audited.root, 'changed'),
      entry_of(audited.name, 'CREATED', 'new.', audited.root, added), entry_of(audited.name, 'REMOVED', 'old.', audited.root, removed));
    execute format('create or replace trigger %I after %s on %I for each row execute function %I()',
                   audited.trigger, audited.events, audited.name, recorder);

    -- One statement writes the entries of all rows that a statement adds.
    if audited.events = 'update or delete' then
      execute format(
        'create or replace function %I() returns trigger language plpgsql as $f$ begin %s from added; return null; end $f$',
        'record_added_' || audited.name,
        entry_of(audited.name, 'CREATED', '', audited.root, changes_of(audited.name::regclass, 'INSERT', '', '', left_out, unkept)));
      execute format(
        'create or replace trigger history_added after insert on %I referencing new table as added for each statement
           execute function %I()', audited.name, 'record_added_' || audited.name);
    end if;
  end loop;
end $do$;

drop function if exists record_history();
drop function if exists record_added();
drop function if exists recorder_of_added(regclass, text);
drop function if exists recorder_of_added(regclass, text, text[]);
