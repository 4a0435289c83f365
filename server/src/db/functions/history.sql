-- Who changed what: a trigger on every table that people edit writes it in the same transaction.
-- Given again after each migration, because functions are made here of the columns of tables.

-- For each row. Arguments: the column that holds the record under which a person looks for the change (root_id), the
-- columns that are derived from others or only order rows and are left out, and those whose content must not be kept;
-- several columns stand with blanks between them. What every table has alike is always left out. The actor is whom the
-- transaction was opened for (app.actor).
create or replace function record_history() returns trigger language plpgsql as $$
declare
  before jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  after jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  whole jsonb := case when tg_op = 'DELETE' then before else after end;
  derived text[] := string_to_array(coalesce(tg_argv[1], ''), ' ')
                    || array['id', 'version', 'created_at', 'updated_at', 'created_by', 'updated_by'];
  secret text[] := string_to_array(coalesce(tg_argv[2], ''), ' ');
  changed jsonb;
begin
  select jsonb_object_agg(key, case when key = any (secret) then '[null, null]'::jsonb
                                    else jsonb_build_array(before -> key, after -> key) end)
    into changed
    from jsonb_object_keys(whole) as key
   where before -> key is distinct from after -> key
     and key <> all (derived)
     and not (tg_op = 'INSERT' and (after -> key) in ('null', '""', 'false', '{}', '[]'))
     and not (tg_op = 'DELETE' and (before -> key) in ('null', '""', 'false', '{}', '[]'));
  if tg_op = 'UPDATE' and changed is null then return null; end if;
  insert into history (actor, entity, entity_id, root_id, action, changes)
  values (nullif(current_setting('app.actor', true), '')::uuid, tg_table_name, (whole ->> 'id')::uuid,
          (whole ->> tg_argv[0])::uuid,
          case tg_op when 'INSERT' then 'CREATED' when 'UPDATE' then 'CHANGED' else 'REMOVED' end,
          coalesce(changed, '{}'));
  return null;
end $$;

-- The statement that records the rows of the transition table `added`, with an expression for each column that `target` has now.
create or replace function recorder_of_added(target regclass, root text, derived text[]) returns text
language sql stable as $$
  select format($sql$
    insert into history (actor, entity, entity_id, root_id, action, changes)
    select (select nullif(current_setting('app.actor', true), '')::uuid), %L, id, %I, 'CREATED',
           ('{' || concat_ws(',', %s) || '}')::jsonb from added$sql$,
    (select relname from pg_class where oid = target), root,
    string_agg(format('case when %s then %L || to_json(%I)::text || '']'' end',
      case when atttypid = 'text'::regtype then format('%I <> %L', attname, '')
           when atttypid = 'boolean'::regtype then quote_ident(attname)
           when atttypid in ('uuid'::regtype, 'timestamptz'::regtype) then format('%I is not null', attname)
           else format($sql$to_json(%I)::text <> all (array['null', '""', 'false', '{}', '[]'])$sql$, attname) end,
      to_json(attname)::text || ':[null,', attname), ', ' order by attnum))
    from pg_attribute
   where attrelid = target and attnum > 0 and not attisdropped and attname <> all (derived)
$$;

-- Which tables have a history: the root, what is derived, what is secret.
do $$
declare
  audited record;
begin
  for audited in select * from (values
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
  ) as listed (name, root, derived, secret) loop
    execute format(
      'create or replace trigger history after insert or update or delete on %I for each row
         execute function record_history(%L, %L, %L)', audited.name, audited.root, audited.derived, audited.secret);
  end loop;

  -- Tables that many rows are loaded into at once: of those that a statement adds, a statement made of the columns of the table
  -- writes all entries, at a tenth of what it costs to take each row apart.
  for audited in select * from (values
    ('contact', 'id', 'full_name'),
    ('address', 'contact_id', ''),
    ('email_address', 'contact_id', 'binned'),
    ('phone_number', 'contact_id', 'national binned'),
    ('encounter', 'contact_id', 'search'),
    ('todo', 'ref', 'flame_id project_id order_key due_told start_base search')
  ) as listed (name, root, derived) loop
    execute format(
      'create or replace trigger history after update or delete on %I for each row
         execute function record_history(%L, %L)', audited.name, audited.root, audited.derived);
    execute format(
      'create or replace function %I() returns trigger language plpgsql as $f$ begin %s; return null; end $f$',
      'record_added_' || audited.name,
      recorder_of_added(audited.name::regclass, audited.root,
                        string_to_array(audited.derived, ' ')
                        || array['id', 'version', 'created_at', 'updated_at', 'created_by', 'updated_by']));
    execute format(
      'create or replace trigger history_added after insert on %I referencing new table as added for each statement
         execute function %I()', audited.name, 'record_added_' || audited.name);
  end loop;
end $$;

-- A relation stands in the histories of both its contacts.
create or replace trigger history_of_other after insert or update or delete on contact_relation for each row
  execute function record_history('other_id');
-- Of an e-mail what people do with it, not what it says.
create or replace trigger history after update of state, assignee_id, contact_id, important, deleted_at on email
  for each row execute function record_history(
    'id', 'search', 'from_address from_name to_list cc_list bcc_list preview subject');
create or replace trigger history after update on flame_step_change for each row
  execute function record_history('flame_id');

drop function if exists record_added();
drop function if exists recorder_of_added(regclass, text);
