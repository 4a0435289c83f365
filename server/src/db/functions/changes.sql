-- The database tells what changed: a subject is a kind of thing with keys, such as `flame flame=… board=…`. Triggers on
-- the tables do this, so that no write can forget it. contract/src/live.ts lists the kinds, who may hear of them and
-- which answers show them.

-- Tells a subject on the channel `changes` with the commit; PostgreSQL sends equal subjects of a transaction only once.
-- A transaction that writes thousands of rows tells only the kind (app.telling = 'by kind'). The subject of a request's
-- change ends with the browser tab that sent the request (app.tab). The subjects are also gathered in app.told for the
-- answer of the request; a transaction that gathers has set it to a line feed. If all of it is too long, the answer
-- names only the kinds (maxTold in contract/src/live.ts); above that length only kinds are gathered. Returns true, so
-- that it can be used in an expression: `perform` would start a query.
create or replace function telling(subject text) returns boolean language plpgsql as $$
declare
  told text := current_setting('app.told', true);
  tab text := current_setting('app.tab', true);
begin
  if current_setting('app.telling', true) = 'by kind' then subject := split_part(subject, ' ', 1); end if;
  if tab <> '' then subject := subject || ' by=' || tab; end if;
  if told <> '' then
    if octet_length(told) < 4000 then
      if strpos(told, E'\n' || subject || E'\n') > 0 then return true; end if;
      told := set_config('app.told', told || subject || E'\n', true);
    elsif strpos(told, E'\n' || split_part(subject, ' ', 1) || E'\n') = 0 then
      told := set_config('app.told', told || split_part(subject, ' ', 1) || E'\n', true);
    end if;
  end if;
  return pg_notify('changes', subject) is not null;
end $$;
do $$ begin
  -- An earlier version returned boolean, and `create or replace` cannot change the type of a result.
  if pg_get_function_result(to_regprocedure('tell(text)')) = 'boolean' then drop function tell(text); end if;
end $$;
create or replace function tell(subject text) returns void language plpgsql as $$
begin
  perform telling(subject);
end $$;

-- Returns the subject of a flame, with its board and contact, which are looked up if they are not given. Because of
-- these keys, answers about other boards and contacts do not become stale.
create or replace function flame_subject(flame uuid, board uuid, contact uuid) returns text language plpgsql as $$
begin
  if board is null then
    select s.blackboard_id, coalesce(contact, d.contact_id) into board, contact
      from flame f join blackboard_step s on s.id = f.step_id left join dossier d on d.flame_id = f.id where f.id = flame;
  elsif contact is null then
    select d.contact_id into contact from dossier d where d.flame_id = flame;
  end if;
  return 'flame flame=' || flame || coalesce(' board=' || board, '') || coalesce(' contact=' || contact, '');
end $$;

-- Returns the subject of a project with its board. Leaves out keys whose rows are being deleted with the project.
create or replace function project_subject(project uuid, board uuid) returns text language plpgsql as $$
begin
  if board is null then
    select s.blackboard_id into board from project p join blackboard_step s on s.id = p.step_id where p.id = project;
  end if;
  return 'project' || coalesce(' project=' || project, '') || coalesce(' board=' || board, '');
end $$;

-- Tells only a kind, for tables whose rows belong to no record with keys. Argument: the kind.
create or replace function tell_kind() returns trigger language plpgsql as $$
begin
  perform tell(tg_argv[0]);
  return null;
end $$;

-- Tells a plain list; each list is a subject of its own. Argument: the list.
create or replace function tell_list() returns trigger language plpgsql as $$
begin
  perform tell('list list=' || tg_argv[0]);
  return null;
end $$;

-- Makes a function for every other table, which knows the columns of the table. `of_row` is the expression for the
-- subject of a row, which is written $. A change tells the subjects of the row before and after, if they differ. The
-- subject of the row before is computed only if a column changed that the subject depends on. For a table to which
-- statements add many rows at once, each subject is told once per statement; for single rows this would cost more than
-- it saves.
do $do$
declare
  told record;
  keys text;
  added_at_once constant text[] := array['todo'];
begin
  for told in select *, case when name in ('address', 'email_address', 'phone_number') then $$ 'contact contact=' || $.contact_id $$
                             else of_row end as of_added from (
  select name, of_row, '$.*' as of_columns, 'true' as unless_told from (values
    ('contact', $$ 'contact contact=' || $.id $$),
    ('contact_person', $$ 'contact contact=' || $.contact_id $$),
    -- other contacts show what is shared too; a row that was just added is not shared yet
    ('address', $$ 'contact' || case when exists (select from address where shared_address_id = $.id) then ''
                                     else ' contact=' || $.contact_id end $$),
    ('email_address', $$ 'contact' || case when exists (select from email_address where shared_email_id = $.id) then ''
                                           else ' contact=' || $.contact_id end $$),
    ('phone_number', $$ 'contact' || case when exists (select from phone_number where shared_phone_id = $.id) then ''
                                          else ' contact=' || $.contact_id end $$),
    ('contact_merge', $$ 'contact contact=' || $.survivor_id $$),
    ('contact_merge_member', $$ 'contact contact=' || $.contact_id $$),
    ('encounter', $$ 'encounter contact=' || $.contact_id || ' encounter=' || $.id $$),
    ('voice_memo', $$ 'encounter encounter=' || $.id $$),
    ('contact_document', $$ 'document contact=' || $.contact_id || ' document=' || $.id $$),
    ('contact_document_version', $$ 'document document=' || $.document_id $$),
    ('comment', $$ 'comment upstream=' || $.upstream_id $$),
    ('contact_import', $$ 'import import=' || $.id $$),
    ('flame', $$ flame_subject($.id, (select blackboard_id from blackboard_step where id = $.step_id), null) $$),
    ('dossier', $$ flame_subject($.flame_id, null, $.contact_id) $$),
    ('appointment', $$ 'appointment appointment=' || $.id $$),
    ('appointment_mail', $$ 'appointment appointment=' || $.appointment_id $$),
    ('appointment_mail_fault', $$ 'appointment appointment=' || $.appointment_id $$),
    ('flame_step_change', $$ flame_subject($.flame_id, null, null) $$),
    ('project', $$ project_subject($.id, (select blackboard_id from blackboard_step where id = $.step_id)) $$),
    -- a card also changes when one of its contacts is renamed
    ('project_card', $$ project_subject($.project_id, null) $$),
    ('project_contact', $$ project_subject($.project_id, null) $$),
    ('project_document', $$ 'project project=' || $.project_id $$),
    ('project_document_version', $$ project_subject((select project_id from project_document where id = $.document_id), null) $$),
    ('todo', $$ 'todo ref=' || coalesce($.flame_id, $.project_id) || coalesce(' assignee=' || $.assignee_id, '') $$),
    ('email', $$ 'email email=' || $.id || coalesce(' contact=' || $.contact_id, '') $$),
    ('email_attachment', $$ 'email email=' || $.email_id $$),
    ('email_bounce', $$ 'email email=' || coalesce($.original_id, $.email_id) $$),
    ('email_draft', $$ 'draft user=' || $.owner_id || ' draft=' || $.id $$),
    ('email_draft_file', $$ 'draft draft=' || $.draft_id $$),
    ('outbox', $$ 'outbox user=' || $.created_by || ' email=' || $.email_id $$),
    ('mailbox', $$ 'mailbox mailbox=' || $.id $$),
    ('mailbox_status', $$ 'mailbox mailbox=' || $.mailbox_id $$),
    ('mail_quarantine', $$ 'mailbox mailbox=' || $.mailbox_id $$),
    ('mail_refused_task', $$ 'mailbox mailbox=' || $.mailbox_id $$),
    ('app_user', $$ 'user user=' || $.id $$),
    ('user_role', $$ 'user user=' || $.user_id $$),
    ('table_preference', $$ 'preference user=' || $.user_id $$),
    ('phone_call', $$ 'call call=' || $.id $$),
    ('phone_call_person', $$ 'call call=' || $.call_id $$),
    ('unused_call_message', $$ 'call call=' || $.id $$),
    ('absence', $$ 'absence absence=' || $.id $$),
    ('webhook_delivery', $$ 'webhook webhook=' || $.webhook_id $$),
    -- only the kind, if the attempt is deleted together with its webhook
    ('webhook_attempt', $$ 'webhook' || coalesce(' webhook=' || (select webhook_id from webhook_delivery where id = $.delivery_id), '') $$),
    ('calendar_feed', $$ 'preference user=' || $.user_id $$),
    ('notification', $$ 'notification user=' || $.user_id || ' notification=' || $.id $$),
    ('notification_setting', $$ 'preference user=' || $.user_id $$)
  ) as listed (name, of_row)
  union all select name, $$ flame_subject($.flame_id, null, null) $$, '$.*',
                   -- unless the flame is written in the same statement and tells (functions/flames.sql); a card also
                   -- changes when its contact is renamed
                   $$ current_setting('app.flame_written', true) is distinct from 'whole' $$
    from (values ('flame_card'), ('dossier_article'), ('dossier_package')) as rows_of_flame (name)
  union all select *, 'true' from (values
    -- a repeated sign of presence in the same place is not told
    ('presence', $$ 'presence of=' || $.kind || ' record=' || $.record_id $$, '($.activity, $.field)'),
    -- busy_until, set while a process sends to the webhook, is not told
    ('webhook', $$ 'webhook webhook=' || $.id $$,
     '($.version, $.title, $.url, $.events, $.active, $.failing_since, $.gave_up_at)')
  ) as listed (name, of_row, of_columns)) as each loop
    select string_agg(distinct key[1], ', ') into keys from regexp_matches(told.of_row, '\$\.\w+', 'g') as key;
    execute format($fn$
      create or replace function %1$I() returns trigger language plpgsql as $body$
      declare
        before text;
        after text;
        told boolean;
      begin
        if tg_op = 'DELETE' or tg_op = 'UPDATE' and (%4$s) is distinct from (%5$s) then before := %2$s; end if;
        if tg_op = 'INSERT' then after := %6$s; end if;
        if tg_op = 'UPDATE' then after := %3$s; end if;
        if before is distinct from after and before is not null then told := telling(before); end if;
        if after is not null then told := telling(after); end if;
        return null;
      end $body$ $fn$,
      'tell_' || told.name, replace(told.of_row, '$.', 'old.'), replace(told.of_row, '$.', 'new.'),
      replace(keys, '$.', 'old.'), replace(keys, '$.', 'new.'), replace(told.of_added, '$.', 'new.'));
    execute format('create or replace trigger tell after %s on %I for each row when (%s) execute function %I()',
                   case when told.name = any (added_at_once) then 'delete' else 'insert or delete' end, told.name, told.unless_told,
                   'tell_' || told.name);
    if told.name = any (added_at_once) then
      execute format($fn$
        create or replace function %1$I() returns trigger language plpgsql as $body$
        declare
          subject text;
        begin
          for subject in select distinct %2$s from added loop
            perform tell(subject);
          end loop;
          return null;
        end $body$ $fn$, 'tell_' || told.name || '_added', replace(told.of_row, '$.', 'added.'));
      execute format('create or replace trigger tell_added after insert on %I referencing new table as added for each statement
                        when (%s) execute function %I()', told.name, told.unless_told, 'tell_' || told.name || '_added');
    end if;
    execute format('create or replace trigger tell_change after update on %I for each row
                      when (%s and %s is distinct from %s) execute function %I()', told.name, told.unless_told,
                   replace(told.of_columns, '$.', 'old.'), replace(told.of_columns, '$.', 'new.'), 'tell_' || told.name);
  end loop;

  for told in select * from (values
    ('contact_relation', 'relation'), ('contact_duplicate_pair', 'duplicate'), ('contact_duplicate_run', 'duplicate'),
    ('contact_not_duplicate', 'duplicate'), ('contact_erasure', 'duplicate'), ('contact_import_row', 'import'),
    ('blackboard', 'board'), ('blackboard_step', 'board'), ('blackboard_user', 'board'), ('blackboard_role', 'board'),
    ('role', 'role'), ('library_document', 'library'), ('template_document', 'library'), ('file_check', 'files'),
    ('slot_hold', 'appointment'), ('mail_history_run', 'mailbox'), ('mail_folder', 'mailbox'), ('product_setting', 'login'),
    ('sipgate_account', 'call')
  ) as listed (name, kind) loop
    execute format('create or replace trigger tell after insert or update or delete on %I for each statement
                      execute function tell_kind(%L)', told.name, told.kind);
  end loop;

  for told in select * from (values
    ('sector', 'sector'), ('warehouse', 'warehouse'), ('forwarding_agency', 'forwarding_agency'),
    ('delivery_condition', 'condition'), ('payment_condition', 'condition'), ('locked_pickup_date', 'locked_pickup_date'),
    ('holiday_region', 'holiday_region'), ('pickup_limit', 'pickup_limit'), ('town', 'town'),
    ('pallet', 'pallet'), ('product', 'product'), ('predefined_time_slot', 'predefined_time_slot'),
    ('time_slot_exception', 'time_slot_exception'), ('appointment_setting', 'appointment_setting'),
    ('absence_email', 'absence_email'), ('document_classification', 'document_classification'),
    ('document_classification_user', 'document_classification'), ('document_classification_role', 'document_classification'),
    ('todo_package', 'todo_package'), ('todo_template', 'todo_package'), ('calc_factor', 'calc_factor'),
    ('steel_tube', 'steel_tube'), ('wood_frame', 'wood_frame'), ('mail_template', 'mail_template'),
    ('email_signature', 'email_signature'), ('letterhead', 'letterhead'), ('access_key', 'access_key')
  ) as listed (name, list) loop
    execute format('create or replace trigger tell after insert or update or delete on %I for each statement
                      execute function tell_list(%L)', told.name, told.list);
  end loop;
end $do$;

-- Tells the e-mails of a contact whose name changed, because e-mails show it.
create or replace function tell_contact_name() returns trigger language plpgsql as $$
begin
  perform tell('email contact=' || new.id);
  return null;
end $$;
create or replace trigger tell_name after update on contact for each row
  when (old.full_name is distinct from new.full_name) execute function tell_contact_name();

-- Tells of duplicates when a contact moves into or out of the bin: groups are listed without contacts in the bin.
create or replace function tell_duplicates_of() returns trigger language plpgsql as $$
begin
  if exists (select from contact_duplicate_pair where one_id = new.id)
     or exists (select from contact_duplicate_pair where other_id = new.id) then
    perform tell('duplicate');
  end if;
  return null;
end $$;
create or replace trigger tell_duplicates after update on contact for each row
  when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function tell_duplicates_of();

-- Tells the encounters of an e-mail, because timelines show some of its properties.
create or replace function tell_encounters(email uuid) returns void language plpgsql as $$
declare
  told record;
begin
  for told in select e.id, e.contact_id from encounter e where e.email_id = email loop
    perform tell('encounter contact=' || told.contact_id || ' encounter=' || told.id);
  end loop;
end $$;
create or replace function tell_encounters_of() returns trigger language plpgsql as $$
begin
  perform tell_encounters(new.id);
  return null;
end $$;
create or replace trigger tell_encounters after update on email for each row
  when ((old.state, old.answered_at, old.attachment_count, old.preview)
        is distinct from (new.state, new.answered_at, new.attachment_count, new.preview))
  execute function tell_encounters_of();

-- Tells an e-mail when its delivery changes: everybody who sees the e-mail sees its state, while the subject of the
-- outbox reaches only the sender.
create or replace function tell_delivery() returns trigger language plpgsql as $$
begin
  perform tell('email email=' || new.email_id);
  perform tell_encounters(new.email_id);
  return null;
end $$;
create or replace trigger tell_delivery after update on outbox for each row
  when ((old.state, old.settled_at) is distinct from (new.state, new.settled_at)) execute function tell_delivery();

-- Tells the users with unread notifications about a record when it changes in a way that they show: nothing is left to
-- do about it, or it was moved or renamed. The subject does not name the notification, because that would announce it
-- once more.
do $do$
declare
  matter record;
begin
  for matter in select * from (values
    ('comment', '$.deleted_at', $$ n.comment_id = new.id $$),
    ('email', '($.state, $.deleted_at, $.subject, $.contact_id)',
     $$ n.comment_id in (select c.id from comment c where c.email_id = new.id) $$),
    ('flame', '($.deleted_at, $.archived_at, $.assignee_id, $.proxy_owner_id, $.step_id)', $$ n.flame_id = new.id $$),
    ('dossier', '$.contact_id', $$ n.flame_id = new.flame_id $$),
    ('project', '($.deleted_at, $.archived_at, $.assignee_id, $.proxy_owner_id, $.step_id, $.title)',
     $$ n.project_id = new.id
        or n.comment_id in (select c.id from comment c where c.project_id = new.id) $$),
    ('todo', '($.state, $.due, $.start, $.assignee_id, $.deleted_at)',
     $$ n.todo_id = new.id or n.notification_type = 'COMPLETE_TODO'
        and n.user_id = any (array(
          select unnest(array[old.assignee_id, new.assignee_id])
          union select stand_in_id from stand_ins('TODO', now()) where person_id in (old.assignee_id, new.assignee_id))) $$),
    ('encounter', '($.deleted_at, $.contact_id)', $$ n.encounter_id = new.id $$),
    ('contact', '($.deleted_at, $.full_name)',
     $$ n.id in (select id from notification where contact_id = new.id
                 union all select t.id from comment c join notification t on t.comment_id = c.id where c.contact_id = new.id
                 union all select t.id from email m join comment c on c.email_id = m.id
                             join notification t on t.comment_id = c.id where m.contact_id = new.id
                 union all select t.id from dossier d join notification t on t.flame_id = d.flame_id where d.contact_id = new.id
                 union all select t.id from encounter e join notification t on t.encounter_id = e.id
                            where e.contact_id = new.id) $$)
  ) as listed (name, of_columns, told) loop
    execute format($fn$
      create or replace function %1$I() returns trigger language plpgsql as $body$
      declare
        reader uuid;
      begin
        for reader in select distinct n.user_id from notification n where n.read_at is null and %2$s loop
          perform tell('notification user=' || reader);
        end loop;
        return null;
      end $body$ $fn$, 'tell_notified_of_' || matter.name, matter.told);
    execute format('create or replace trigger tell_notified after update on %I for each row
                      when (%s is distinct from %s) execute function %I()', matter.name,
                   replace(matter.of_columns, '$.', 'old.'), replace(matter.of_columns, '$.', 'new.'),
                   'tell_notified_of_' || matter.name);
  end loop;
end $do$;

-- Tells when sessions begin and end. The use of a session only prolongs it and is not told.
create or replace trigger tell after insert or delete on session for each statement execute function tell_kind('login');

-- Tells of changes to the queue of jobs that a list of jobs shows (jobs/prepare.ts makes the trigger).
create or replace function tell_job() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or (old.attempts, old.max_attempts, old.run_at, old.last_error)
                          is distinct from (new.attempts, new.max_attempts, new.run_at, new.last_error) then
    perform tell('job');
  end if;
  return null;
end $$;

-- Tells of a file once its text was read, because searches then find it. Waiting and attempts are not told.
create or replace trigger tell after update on file_text for each row
  when (old.text is distinct from new.text) execute function tell_kind('fileText');
