-- Who changed what: a trigger on every table that people edit writes it in the same transaction.
-- Given again after each migration, because functions are made here of the columns of tables.

-- What changed of a row as JSON in text, an expression for each column that `target` has now: taking a row apart as JSON takes several
-- times as long. Of a row that is added, removed or changed; `before` and `after` say which row that is, with its point. `derived` columns
-- follow from others or only order rows and are left out, as is what every table has alike; the content of `secret` ones is not kept.
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

-- The statement that writes such changes of a row; the actor is whom the transaction was opened for (app.actor).
create or replace function entry_of(name text, action text, of_row text, root text, changes text) returns text
language sql immutable as $$
  select format($sql$insert into history (actor, entity, entity_id, root_id, action, changes)
    select (select nullif(current_setting('app.actor', true), '')::uuid), %L, %sid, %s%I, %L, ('{' || %s || '}')::jsonb$sql$,
    name, of_row, of_row, root, action, changes)
$$;

-- Which tables have a history: the record under which a person looks for it (root), what is derived, what is secret, with blanks
-- between them, and the changes that are recorded of each row. Of a relation both contacts have it; of an e-mail what people do with it,
-- not what it says.
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
    ('flame', 'id', 'place in_step_since', ''),
    ('dossier', 'flame_id', 'search articles_changed_at packages_changed_at', ''),
    ('dossier_article', 'flame_id', 'order_key', ''),
    ('dossier_package', 'flame_id', 'order_key', ''),
    ('project', 'id', 'place in_step_since search', ''),
    ('project_contact', 'project_id', '', ''),
    ('project_document', 'project_id', '', '')
  ) as listed (name, root, derived, secret)
  union all select name, root, derived, '', 'history', 'update or delete' from (values
    -- which many rows are loaded into at once
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

    -- Of those that a statement adds, one statement writes all entries.
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
