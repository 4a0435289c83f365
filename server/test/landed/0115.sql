-- Who stands in for somebody who is away. It is found out whenever it is asked, so that an absence begins and ends by
-- itself and nothing has to be taken back.

-- Whom an absence names for a kind of work ('FLAME', 'PROJECT', 'TODO', 'MAIL'): its own one before the general one.
create or replace function named_stand_ins(a absence, kind text) returns uuid[] language sql immutable as $$
  select array_remove(array[
    case kind when 'FLAME' then a.flame_stand_in_id when 'PROJECT' then a.project_stand_in_id
              when 'TODO' then a.todo_stand_in_id when 'MAIL' then a.mail_stand_in_id end,
    a.stand_in_id], null)
$$;

-- Whether somebody can look after a kind of work: who can sign in and holds the permission for it.
create or replace function may_stand_in(person uuid, kind text) returns boolean language sql stable as $$
  select exists (
    select from app_user u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
     where u.id = person and u.deleted_at is null and not u.disabled
       and case kind when 'FLAME' then 'PROXY_FLAME' when 'PROJECT' then 'PROXY_PROJECT'
                     when 'TODO' then 'TODO_READ' else 'EMAIL_READ' end = any (r.permissions))
$$;

-- The first one, along the chain of those who are away themselves, who is there and may; null when there is nobody. Who is
-- asked once is not asked again, so that a circle ends.
create or replace function find_stand_in(person uuid, kind text, at timestamptz) returns uuid language plpgsql stable as $$
declare
  waiting uuid[] := array[person];
  asked uuid[] := '{}';
  one uuid;
  away absence;
begin
  while cardinality(waiting) > 0 loop
    one := waiting[1];
    waiting := waiting[2:];
    continue when one = any (asked);
    asked := asked || one;
    select * into away from absence a where a.person_id = one and a.from_at <= at and at < a.until_at limit 1;
    if found then
      waiting := named_stand_ins(away, kind) || waiting;
    elsif one <> person and may_stand_in(one, kind) then
      return one;
    end if;
  end loop;
  return null;
end $$;

-- Everybody who is away at that time and has somebody for this kind of work; `shown` is what a card of theirs says of it.
drop function if exists stand_ins(text, timestamptz);
create function stand_ins(kind text, at timestamptz)
  returns table (person_id uuid, stand_in_id uuid, absence_id uuid, shown jsonb) language sql stable rows 3 as $$
  select found.person_id, found.stand_in_id, found.id, found.shown from (
    select a.person_id, one.stand_in_id, a.id,
           jsonb_build_object('proxyOwnerRef', one.stand_in_id, 'proxyOwnerFrom', iso(a.from_at),
                              'proxyOwnerUntil', iso(a.until_at), 'proxyAbsenceRef', a.id) as shown
      from absence a cross join lateral (select find_stand_in(a.person_id, kind, at) as stand_in_id offset 0) one
     where a.from_at <= at and at < a.until_at offset 0) as found
   where found.stand_in_id is not null
$$;

-- Whom a card itself names as its proxy, in the proxy's period, which may be open at both ends.
create or replace function current_proxy(owner uuid, from_at timestamptz, until_at timestamptz, at timestamptz) returns uuid
  language sql immutable as $$
  select case when coalesce(from_at <= at, true) and coalesce(until_at >= at, true) then owner end
$$;

-- A stand-in may be another one once somebody can no longer sign in, or holds other permissions.
create or replace function tell_stand_ins() returns trigger language plpgsql as $$
begin
  perform tell('absence');
  return null;
end $$;
create or replace trigger tell_stand_ins after update on app_user for each row
  when ((old.disabled, old.deleted_at) is distinct from (new.disabled, new.deleted_at)) execute function tell_stand_ins();
create or replace trigger tell_stand_ins after insert or delete on user_role for each statement
  execute function tell_stand_ins();
create or replace trigger tell_stand_ins after update of permissions on role for each statement
  execute function tell_stand_ins();

-- What somebody was told as a stand-in is settled once they are none. Along a chain it may be anybody who is named.
create or replace function tell_notified_stand_ins() returns trigger language plpgsql as $$
declare
  reader uuid;
begin
  for reader in
    select distinct one from absence a,
           unnest(array[a.stand_in_id, a.flame_stand_in_id, a.project_stand_in_id, a.todo_stand_in_id, a.mail_stand_in_id]) one
     where one is not null and a.until_at > now() - interval '1 day'
    union select old.stand_in_id where tg_op <> 'INSERT' and old.stand_in_id is not null
    union select old.flame_stand_in_id where tg_op <> 'INSERT' and old.flame_stand_in_id is not null loop
    perform tell('notification user=' || reader);
  end loop;
  return null;
end $$;
create or replace trigger tell_notified after insert or update or delete on absence for each row
  execute function tell_notified_stand_ins();

-- Every process remembers for a moment who its callers are; it is told at once when a session, a user or a role changes.
create or replace function tell_actor_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('actors', '');
  return null;
end $$;

-- Whoever moves a card, be it with a step that goes: since when it is in its step. For every table of cards, before an
-- update of its step_id that changes it.
create or replace function note_step() returns trigger language plpgsql as $$
begin
  new.in_step_since := now();
  return new;
end $$;

-- The database tells what changed: a subject is a kind of thing with keys, such as `flame flame=… board=…`. No write can
-- forget to tell, because the tables do it. See contract/src/live.ts for the kinds, who may know of them and what shows
-- them.

-- Goes out with the commit, on the channel `changes`; PostgreSQL lets equal ones of a transaction fall together. A
-- transaction that writes thousands of rows tells the kind alone (app.telling = 'by kind'). What a request changed says
-- which tab of a browser it was (app.tab), and is also gathered in app.told, for its own answer; that begins with a line
-- feed where somebody gathers.
create or replace function tell(subject text) returns void language plpgsql as $$
declare
  told text := current_setting('app.told', true);
  tab text := current_setting('app.tab', true);
begin
  if current_setting('app.telling', true) = 'by kind' then subject := split_part(subject, ' ', 1); end if;
  if tab <> '' then subject := subject || ' by=' || tab; end if;
  perform pg_notify('changes', subject);
  if told <> '' and length(told) < 20000 and strpos(told, E'\n' || subject || E'\n') = 0 then
    perform set_config('app.told', told || subject || E'\n', true);
  end if;
end $$;

-- Of a flame, with the board and the contact that the row itself does not name: what shows others is not made old.
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

-- Of a project, with its board; of one that is going with what hangs on it, the kind alone.
create or replace function project_subject(project uuid, board uuid) returns text language plpgsql as $$
begin
  if board is null then
    select s.blackboard_id into board from project p join blackboard_step s on s.id = p.step_id where p.id = project;
  end if;
  return 'project' || coalesce(' project=' || project, '') || coalesce(' board=' || board, '');
end $$;

-- For tables whose rows belong to no record with keys. Argument: the kind.
create or replace function tell_kind() returns trigger language plpgsql as $$
begin
  perform tell(tg_argv[0]);
  return null;
end $$;

-- The plain lists: each is a subject of its own.
create or replace function tell_list() returns trigger language plpgsql as $$
begin
  perform tell('list list=' || tg_argv[0]);
  return null;
end $$;

-- For every other table a function of its own, made here, which knows its columns: `of_row` says the subject of a row,
-- written $. A change tells of the row before and after, where these differ; the subject of the row before is worked out
-- only where a column changed that the subject is made of.
do $do$
declare
  told record;
  keys text;
begin
  for told in select name, of_row, '$.*' as of_columns from (values
    ('contact', $$ 'contact contact=' || $.id $$),
    ('contact_person', $$ 'contact contact=' || $.contact_id $$),
    -- what others share is shown at them too
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
    -- also when its contact is called otherwise
    ('flame_card', $$ flame_subject($.flame_id, null, null) $$),
    ('dossier', $$ flame_subject($.flame_id, null, $.contact_id) $$),
    ('dossier_article', $$ flame_subject($.flame_id, null, null) $$),
    ('dossier_package', $$ flame_subject($.flame_id, null, null) $$),
    ('flame_step_change', $$ flame_subject($.flame_id, null, null) $$),
    ('project', $$ project_subject($.id, (select blackboard_id from blackboard_step where id = $.step_id)) $$),
    -- also when a contact that it concerns is called otherwise
    ('project_card', $$ project_subject($.project_id, null) $$),
    ('project_contact', $$ project_subject($.project_id, null) $$),
    ('project_document', $$ 'project project=' || $.project_id $$),
    ('project_document_version', $$ project_subject((select project_id from project_document where id = $.document_id), null) $$),
    ('todo', $$ 'todo ref=' || $.flame_id || coalesce(' assignee=' || $.assignee_id, '') $$),
    ('email', $$ 'email email=' || $.id || coalesce(' contact=' || $.contact_id, '') $$),
    ('email_attachment', $$ 'email email=' || $.email_id $$),
    ('email_bounce', $$ 'email email=' || coalesce($.original_id, $.email_id) $$),
    ('email_draft', $$ 'draft user=' || $.owner_id || ' draft=' || $.id $$),
    ('email_draft_file', $$ 'draft draft=' || $.draft_id $$),
    ('outbox', $$ 'outbox user=' || $.created_by || ' email=' || $.email_id $$),
    ('mailbox', $$ 'mailbox mailbox=' || $.id $$),
    ('mailbox_status', $$ 'mailbox mailbox=' || $.mailbox_id $$),
    ('mail_quarantine', $$ 'mailbox mailbox=' || $.mailbox_id $$),
    ('app_user', $$ 'user user=' || $.id $$),
    ('user_role', $$ 'user user=' || $.user_id $$),
    ('table_preference', $$ 'preference user=' || $.user_id $$),
    ('absence', $$ 'absence absence=' || $.id $$),
    ('notification', $$ 'notification user=' || $.user_id || ' notification=' || $.id $$),
    ('notification_setting', $$ 'preference user=' || $.user_id $$)
  ) as listed (name, of_row)
  union all select * from (values
    -- not that somebody still is where they were
    ('presence', $$ 'presence of=' || $.kind || ' record=' || $.record_id $$, '($.activity, $.field)')
  ) as listed (name, of_row, of_columns) loop
    select string_agg(distinct key[1], ', ') into keys from regexp_matches(told.of_row, '\$\.\w+', 'g') as key;
    execute format($fn$
      create or replace function %1$I() returns trigger language plpgsql as $body$
      declare
        before text;
        after text;
      begin
        if tg_op = 'DELETE' or tg_op = 'UPDATE' and (%4$s) is distinct from (%5$s) then before := %2$s; end if;
        if tg_op <> 'DELETE' then after := %3$s; end if;
        if before is distinct from after and before is not null then perform tell(before); end if;
        if after is not null then perform tell(after); end if;
        return null;
      end $body$ $fn$,
      'tell_' || told.name, replace(told.of_row, '$.', 'old.'), replace(told.of_row, '$.', 'new.'),
      replace(keys, '$.', 'old.'), replace(keys, '$.', 'new.'));
    execute format('create or replace trigger tell after insert or delete on %I for each row execute function %I()',
                   told.name, 'tell_' || told.name);
    execute format('create or replace trigger tell_change after update on %I for each row
                      when (%s is distinct from %s) execute function %I()', told.name,
                   replace(told.of_columns, '$.', 'old.'), replace(told.of_columns, '$.', 'new.'), 'tell_' || told.name);
  end loop;

  for told in select * from (values
    ('contact_relation', 'relation'), ('contact_duplicate_pair', 'duplicate'), ('contact_duplicate_run', 'duplicate'),
    ('contact_not_duplicate', 'duplicate'), ('contact_erasure', 'duplicate'), ('contact_import_row', 'import'),
    ('blackboard', 'board'), ('blackboard_step', 'board'), ('blackboard_user', 'board'), ('blackboard_role', 'board'),
    ('role', 'role'), ('library_document', 'library'), ('template_document', 'library'), ('file_check', 'files'),
    ('mail_history_run', 'mailbox'), ('mail_folder', 'mailbox'), ('product_setting', 'login')
  ) as listed (name, kind) loop
    execute format('create or replace trigger tell after insert or update or delete on %I for each statement
                      execute function tell_kind(%L)', told.name, told.kind);
  end loop;

  for told in select * from (values
    ('sector', 'sector'), ('warehouse', 'warehouse'), ('forwarding_agency', 'forwarding_agency'),
    ('delivery_condition', 'condition'), ('payment_condition', 'condition'), ('locked_pickup_date', 'locked_pickup_date'),
    ('pallet', 'pallet'), ('product', 'product'), ('predefined_time_slot', 'predefined_time_slot'),
    ('absence_email', 'absence_email'), ('document_classification', 'document_classification'),
    ('document_classification_user', 'document_classification'), ('document_classification_role', 'document_classification'),
    ('todo_package', 'todo_package'), ('todo_template', 'todo_package'), ('calc_factor', 'calc_factor'),
    ('steel_tube', 'steel_tube'), ('wood_frame', 'wood_frame'), ('mail_template', 'mail_template'),
    ('email_signature', 'email_signature')
  ) as listed (name, list) loop
    execute format('create or replace trigger tell after insert or update or delete on %I for each statement
                      execute function tell_list(%L)', told.name, told.list);
  end loop;
end $do$;

-- E-mails show by name whose they are.
create or replace function tell_contact_name() returns trigger language plpgsql as $$
begin
  perform tell('email contact=' || new.id);
  return null;
end $$;
create or replace trigger tell_name after update on contact for each row
  when (old.full_name is distinct from new.full_name) execute function tell_contact_name();

-- How far its delivery is, an e-mail shows to everybody, and the outbox to its sender alone.
create or replace function tell_delivery() returns trigger language plpgsql as $$
begin
  perform tell('email email=' || new.email_id);
  return null;
end $$;
create or replace trigger tell_delivery after update on outbox for each row
  when ((old.state, old.settled_at) is distinct from (new.state, new.settled_at)) execute function tell_delivery();

-- Whoever was told of a matter and has not read it yet hears that it is shown otherwise now: nothing is left to do about it,
-- it is elsewhere, or is called otherwise. The notification is not named, for it is not told once more.
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

-- Who is signed in; not that a session goes on.
create or replace trigger tell after insert or delete on session for each statement execute function tell_kind('login');

-- What contacts are found and shown by, in three rows beside each one that is outside the bin: what a search looks in
-- (contact_search), what a list is ordered and filtered by (contact_order), and the card that it shows (contact_listed).

-- The same as `fold`; most text is plain and needs no more than lower case. A function in SQL would be planned anew by each
-- statement that calls it.
create or replace function order_text(value text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if value !~ '[^ -~]|  ' then return lower(value); end if;
  return fold(value);
end $$;

-- What a contact is searched by and its card. Looks another contact's row up only where it is shared. With offset 0 the rows
-- of a contact are found first and ordered then.
create or replace function contact_found(ids uuid[], binned boolean) returns table (
  contact_id uuid, sort_key text, given_name text, surname text, company text, street text, zip_code text, city text,
  country text, email text, phone text, reseller boolean, first_phone text, card contact_card
) language sql stable as $$
  select c.id,
         fold(case when c.surname <> '' and not (c.legal_type = 'LEGAL' and c.company_name <> '')
                   then c.surname || ' ' || c.given_name
                   else coalesce(nullif(c.company_name, ''), c.given_name) end),
         search_text(c.given_name), search_text(c.surname), search_text(c.company_name),
         coalesce(a.street, ''), coalesce(a.zip_code, ''), coalesce(a.city, ''), coalesce(a.country, ''),
         coalesce(e.found, ''), coalesce(p.found, ''), coalesce(c.customer_type like 'RESELLER%', false),
         coalesce(p.first_found, '  '),
         row(c.id, c.full_name, c.legal_type, c.salutation, c.title, c.given_name, c.surname, c.company_name, c.customer_type,
             c.customer, c.place_of_experience, coalesce(a.first_street, ''), coalesce(a.first_zip_code, ''),
             coalesce(a.first_city, ''), coalesce(a.first_country, ''), coalesce(e.first, ''), coalesce(p.first, '')
         )::contact_card
    from contact c
    left join lateral (
      select string_agg(search_text(street), '') as street, string_agg(search_text(zip_code), '') as zip_code,
             string_agg(search_text(city), '') as city, string_agg(search_text(country), '') as country,
             (array_agg(street))[1] as first_street, (array_agg(zip_code))[1] as first_zip_code,
             (array_agg(city))[1] as first_city, (array_agg(country))[1] as first_country
        from (select coalesce(content.street, own.street) as street, coalesce(content.zip_code, own.zip_code) as zip_code,
                     coalesce(content.city, own.city) as city, coalesce(content.country, own.country) as country
                from (select * from address where contact_id = c.id offset 0) as own
                left join address content on content.id = own.shared_address_id
               order by own.id) as in_order) a on true
    left join lateral (
      select string_agg(' ' || fold(address), '') as found, (array_agg(address))[1] as first
        from (select coalesce(content.address, own.address) as address
                from (select * from email_address where contact_id = c.id offset 0) as own
                left join email_address content on content.id = own.shared_email_id
               order by own.favorite desc, own.id) as in_order) e on true
    left join lateral (
      select string_agg(found, '') as found, (array_agg(number))[1] as first, (array_agg(found))[1] as first_found
        from (select coalesce(content.number, own.number) as number,
                     ' ' || regexp_replace(coalesce(content.number, own.number), '\D', '', 'g') || ' '
                       || coalesce(content.national, own.national) as found
                from (select * from phone_number where contact_id = c.id offset 0) as own
                left join phone_number content on content.id = own.shared_phone_id
               order by own.id) as in_order) p on true
   where c.id = any (ids) and (c.deleted_at is not null) = binned
   order by c.id
$$;

-- Writes only what is another than before: a row that stays as it is would be written to every index again, and the trigram
-- index is what costs most. Looks the bin up only for who is in it. The plan is kept by the connection, which may have begun with empty tables: it goes
-- by indexes whatever their size.
create or replace function refresh_contact_search(ids uuid[]) returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
begin
  with found as materialized (
    select * from contact_found(ids, false)
  ), searched as (
    insert into contact_search (contact_id, sort_key, given_name, surname, company, street, zip_code, city, country, email,
                                phone, customer, reseller, place_of_experience)
    select contact_id, sort_key, given_name, surname, company, street, zip_code, city, country, email, phone,
           (card).customer, reseller, (card)."placeOfExperience"
      from found
    on conflict (contact_id) do update set
      sort_key = excluded.sort_key, given_name = excluded.given_name, surname = excluded.surname,
      company = excluded.company, street = excluded.street, zip_code = excluded.zip_code, city = excluded.city,
      country = excluded.country, email = excluded.email, phone = excluded.phone, customer = excluded.customer,
      reseller = excluded.reseller, place_of_experience = excluded.place_of_experience
     where contact_search is distinct from excluded
  ), ordered as (
    insert into contact_order (contact_id, sort_key, customer, salutation, title, given_name, surname, company, street,
                               zip_code, city, country, email, phone, customer_type, street_text, city_text, phone_text)
    select contact_id, sort_key, (card).customer, (card).salutation, order_text((card).title),
           order_text((card)."givenName"), order_text((card).surname), order_text((card)."companyName"),
           regexp_replace(regexp_replace(order_text((card).street), '(\d+)', '00000\1', 'g'), '\d*(\d{6})', '\1', 'g'),
           order_text((card)."zipCode"), order_text((card).city), (card).country, order_text((card)."emailAddress"),
           order_text((card)."phoneNumber"), (card)."customerType", search_text((card).street), search_text((card).city),
           first_phone
      from found
    on conflict (contact_id) do update set
      sort_key = excluded.sort_key, customer = excluded.customer, salutation = excluded.salutation, title = excluded.title,
      given_name = excluded.given_name, surname = excluded.surname, company = excluded.company, street = excluded.street,
      zip_code = excluded.zip_code, city = excluded.city, country = excluded.country, email = excluded.email,
      phone = excluded.phone, customer_type = excluded.customer_type, street_text = excluded.street_text,
      city_text = excluded.city_text, phone_text = excluded.phone_text
     where contact_order is distinct from excluded
  )
  insert into contact_listed (contact_id, card) select contact_id, row_to_json(card)::text from found
  on conflict (contact_id) do update set card = excluded.card where contact_listed.card is distinct from excluded.card;
  delete from contact_search
   where contact_id = any (array(select id from contact where id = any (ids) and deleted_at is not null));
end $$;

-- Statement triggers, so that a bulk insert refreshes once. A bulk load that refreshes by itself at its end says so
-- with app.search_refresh = 'by hand'.
create or replace function contact_search_of_contact() returns trigger language plpgsql as $$
begin
  if current_setting('app.search_refresh', true) is distinct from 'by hand' then
    perform refresh_contact_search(array(select id from changed));
  end if;
  return null;
end $$;

create or replace function contact_search_of_part() returns trigger language plpgsql as $$
declare
  ids uuid[];
begin
  if current_setting('app.search_refresh', true) is distinct from 'by hand' then
    execute format(
      'select array(select contact_id from changed union select s.contact_id from %1$I s where s.%2$I in (select id from changed))',
      tg_table_name, tg_argv[0]) into ids;
    perform refresh_contact_search(ids);
  end if;
  return null;
end $$;

-- Whenever this file changes, what it makes is made again.
select refresh_contact_search(array(select id from contact));

-- A text for each contact that changes with whatever a person may change on it. By whole tables instead of contact by
-- contact, and once for all: a function in SQL would leave that to the statement around it.
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

-- Those of the rows that something points to, in whichever table, now or later, besides the own rows of a contact.
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

-- Into whom a contact was merged in the end; null for one that was not.
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

-- A contact and all that were merged into it, whose histories are its own.
create or replace function with_merged(id uuid) returns uuid[] language sql stable as $$
  with recursive all_of (contact_id) as (
    select with_merged.id
    union
    select member.contact_id from all_of join contact_merge merge on merge.survivor_id = all_of.contact_id
      join contact_merge_member member on member.merge_id = merge.id
  )
  select array_agg(contact_id) from all_of
$$;

-- Gives the pairs of these contacts, or all pairs for null, the group they belong to. Whoever calls it holds the lock
-- of the pairs, because a pair that goes elsewhere meanwhile would be overlooked.
create or replace function group_contact_duplicates(ids uuid[]) returns void language plpgsql as $$
declare
  changed int := 1;
begin
  create temporary table if not exists duplicate_label (contact_id uuid primary key, label uuid) on commit drop;
  truncate duplicate_label;
  update contact_duplicate_pair set group_id = one_id
   where ids is null or one_id = any (ids) or other_id = any (ids);
  while changed > 0 loop
    truncate duplicate_label;
    insert into duplicate_label
    select contact_id, min(group_id::text)::uuid
      from (select one_id as contact_id, group_id from contact_duplicate_pair
             where ids is null or one_id = any (ids) or other_id = any (ids)
            union all
            select other_id, group_id from contact_duplicate_pair
             where ids is null or one_id = any (ids) or other_id = any (ids)) as ends group by contact_id;
    update contact_duplicate_pair p set group_id = least(one.label, other.label)
      from duplicate_label one, duplicate_label other
     where one.contact_id = p.one_id and other.contact_id = p.other_id and p.group_id <> least(one.label, other.label);
    get diagnostics changed = row_count;
  end loop;
end $$;

-- One at a time looks for a free name or the same content among the documents of a contact, until its transaction ends.
create or replace function lock_contact_documents(contact uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('contact document ' || contact, 0))
$$;

-- A document that comes to a contact, from elsewhere or from the bin, and finds its name taken gets the first number that
-- is free: offer (2).pdf.
create or replace function free_contact_document_name() returns trigger language plpgsql as $$
declare
  parts text[] := regexp_match(new.name, '^(.+?)(\.[^.]{1,18})?$');
  number int := 1;
  mark text;
begin
  if new.deleted_at is not null then return new; end if;
  perform lock_contact_documents(new.contact_id);
  while exists (select from contact_document d
                 where d.contact_id = new.contact_id and lower(d.name) = lower(new.name)
                   and d.deleted_at is null and d.id <> new.id) loop
    number := number + 1;
    mark := ' (' || number || ')' || coalesce(parts[2], '');
    new.name := left(parts[1], 255 - length(mark)) || mark;
  end loop;
  return new;
end $$;

-- The persons of a contact of one kind, as it shows them; none in the bin.
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

-- The relations of a contact, or the one of them with this id, as seen from it; none to contacts in the bin. `mirrors` says
-- what each type is called from the other side.
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

-- The history of an e-mail that is gone for good goes with it: at the end of the transaction, because what goes with the
-- e-mail, such as its comments, writes a last entry before.
create or replace function forget_email() returns trigger language plpgsql as $$
begin
  delete from history where root_id = old.id;
  return null;
end $$;
drop trigger if exists forget on email;
create constraint trigger forget after delete on email deferrable initially deferred
  for each row execute function forget_email();

-- Whether the same stands on the timeline of the contact already: for a voice memo the same recording, for all others the
-- same type within the same minute, and the same mail or the same words.
create or replace function is_told_twice(told encounter) returns boolean language sql volatile as $$
  select exists (
    select from encounter other
     where other.contact_id = told.contact_id and other.id <> told.id and other.deleted_at is null
       and other.encounter_type = told.encounter_type and told.encounter_type <> 'VOICE_MEMO'
       and other.original_known_since >= date_trunc('minute', told.original_known_since)
       and other.original_known_since < date_trunc('minute', told.original_known_since) + interval '1 minute'
       and (other.email_id = told.email_id or other.flame_id = told.flame_id
            or other.title = told.title and other.description = told.description)
  ) or told.encounter_type = 'VOICE_MEMO' and exists (
    select from voice_memo own
      join voice_memo same on same.file_hash = own.file_hash and same.id <> own.id
      join encounter other on other.id = same.id
     where own.id = told.id and other.contact_id = told.contact_id and other.deleted_at is null)
$$;

create or replace function encounter_duplicate() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    new.duplicate := is_told_twice(new);
  elsif not new.duplicate then
    new.duplicate := is_told_twice(new);
  end if;
  return new;
end $$;
create or replace trigger encounter_duplicate_insert before insert on encounter
  for each row execute function encounter_duplicate();
-- It came to another contact: by hand, with a merge, or back with its undoing.
create or replace trigger encounter_duplicate_move before update of contact_id on encounter
  for each row when (old.contact_id is distinct from new.contact_id) execute function encounter_duplicate();

-- A recording is there only after its encounter.
create or replace function voice_memo_duplicate() returns trigger language plpgsql as $$
begin
  update encounter e set duplicate = true where e.id = new.id and is_told_twice(e);
  return null;
end $$;
create or replace trigger voice_memo_duplicate after insert on voice_memo
  for each row execute function voice_memo_duplicate();

-- Every content that a document or an attachment names waits to be read, once. Pictures and recordings say nothing.
create or replace function expect_file_text() returns trigger language plpgsql as $$
declare
  of_email boolean := tg_table_name = 'email_attachment';
begin
  insert into file_text (hash, in_email, in_document)
  select distinct file_hash, of_email, not of_email from added
   where mime_type !~ '^(image|audio|video)/'
     and not exists (select from file_text t
                      where t.hash = file_hash and (t.in_email and of_email or t.in_document and not of_email))
   order by file_hash
  on conflict (hash) do update set in_email = file_text.in_email or of_email, in_document = file_text.in_document or not of_email;
  return null;
end $$;
create or replace trigger expect_file_text after insert on contact_document_version
  referencing new table as added for each statement execute function expect_file_text();
create or replace trigger expect_file_text after insert on project_document_version
  referencing new table as added for each statement execute function expect_file_text();
create or replace trigger expect_file_text after insert on email_attachment
  referencing new table as added for each statement execute function expect_file_text();

-- The words of a text, each once, as searches look for them: shorter than the text, and every word of a needle is found in it.
create or replace function words_text(value text) returns text language sql immutable strict parallel safe as $$
  select search_text(coalesce(string_agg(distinct word, ' '), '')) from regexp_split_to_table(lower(value), '\s+') as word
$$;

-- The part of a long text around the first of the words that it holds; its beginning where it holds none as it is written.
create or replace function passage(value text, words text[]) returns text language plpgsql immutable strict parallel safe as $$
declare
  small text;
  place int := 0;
  word text;
begin
  if length(value) <= 2000 then return value; end if;
  small := lower(value);
  foreach word in array words loop
    place := strpos(small, lower(word));
    exit when place > 0;
  end loop;
  if place = 0 then
    small := search_text(value);
    foreach word in array words loop
      -- Behind the text itself stand its other spellings, each about as long.
      place := strpos(small, trim(fold(word))) % (length(value) + 2);
      exit when place > 0;
    end loop;
  end if;
  return substr(value, greatest(1, place - 1000), 2000);
end $$;

-- What a flame came past: each change of its step.
create or replace function record_step_change() returns trigger language plpgsql as $$
begin
  insert into flame_step_change (flame_id, actor, from_board, from_step, to_board, to_step)
  select new.id, nullif(current_setting('app.actor', true), '')::uuid, bf.title, sf.title, bt.title, st.title
    from blackboard_step st join blackboard bt on bt.id = st.blackboard_id
    left join blackboard_step sf on tg_op = 'UPDATE' and sf.id = old.step_id
    left join blackboard bf on bf.id = sf.blackboard_id
   where st.id = new.step_id;
  return null;
end $$;

-- How many to-dos there are and are done, and which comes next.
create or replace function todos_of(flame uuid) returns json language sql stable as $$
  select json_build_object(
    'all', count(*), 'done', count(*) filter (where state = 'DONE'),
    'nextUtc', iso((array_agg(coalesce(due, start) order by coalesce(due, start), order_key) filter (where state <> 'DONE'))[1]),
    'nextTitle', (array_agg(title order by coalesce(due, start), order_key) filter (where state <> 'DONE'))[1])
    from todo where flame_id = flame
$$;

-- The card of a flame as lists show it, ready made; one that stays as it is is not written. In PL/pgSQL, whose plan each
-- connection keeps, and one after the other: a plan for any number of flames would read whole tables for one, or be made
-- anew each time.
create or replace function refresh_flame_cards(ids uuid[]) returns void language plpgsql as $$
declare
  id_of_flame uuid;
begin
  foreach id_of_flame in array ids loop
    insert into flame_card (flame_id, card)
    select f.id, row_to_json(card)::text
      from flame f, dossier d, contact c, lateral (
        select h.*, f.place as "order", c.id as "contactRef", c.full_name as "contactName",
               c.customer_type as "customerType", d.certificate_name as "certificateName",
               d.sap_ordernumber as "sapOrdernumber", iso(d.pickup_date) as "pickupDate",
               iso(d.self_pickup_at) as "selfPickupAt", iso(d.delivery_date) as "deliveryDate", d.delivered,
               d.tax_free_delivery as "taxFreeDelivery", d.oss, todos_of(f.id) as todos
          from flame_head h where h.id = f.id) as card
     where f.id = id_of_flame and d.flame_id = f.id and c.id = d.contact_id
    on conflict (flame_id) do update set card = excluded.card where flame_card.card <> excluded.card;
  end loop;
end $$;

create or replace function flame_card_of_flame() returns trigger language plpgsql as $$
begin
  perform refresh_flame_cards(array(select id from changed order by id));
  return null;
end $$;

create or replace function flame_card_of_dossier() returns trigger language plpgsql as $$
begin
  perform refresh_flame_cards(array(select flame_id from changed order by flame_id));
  return null;
end $$;

create or replace function flame_card_of_contact() returns trigger language plpgsql as $$
begin
  perform refresh_flame_cards(array(
    select d.flame_id from before join changed on changed.id = before.id join dossier d on d.contact_id = changed.id
     where (before.full_name, before.customer_type, before.uid_state)
           is distinct from (changed.full_name, changed.customer_type, changed.uid_state)
     order by d.flame_id));
  return null;
end $$;

create or replace function flame_card_of_todo() returns trigger language plpgsql as $$
begin
  perform refresh_flame_cards(array(select distinct flame_id from changed order by flame_id));
  return null;
end $$;
create or replace trigger flame_card_added after insert on todo referencing new table as changed for each statement
  execute function flame_card_of_todo();
create or replace trigger flame_card_changed after update on todo referencing new table as changed for each statement
  execute function flame_card_of_todo();
create or replace trigger flame_card_removed after delete on todo referencing old table as changed for each statement
  execute function flame_card_of_todo();

-- Who changed what: a trigger on every table that people edit writes it in the same transaction.

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

-- The statement that records the rows of the transition table `added`, with an expression for each column of `target`.
create or replace function recorder_of_added(target regclass, root text, derived text[]) returns text
language sql stable as $$
  select format($sql$
    insert into history (actor, entity, entity_id, root_id, action, changes)
    select nullif(current_setting('app.actor', true), '')::uuid, %L, id, %I, 'CREATED',
           ('{' || concat_ws(',', %s) || '}')::jsonb from added$sql$,
    (select relname from pg_class where oid = target), root,
    string_agg(format('case when %s then %L || to_json(%I)::text || '']'' end',
      case atttypid when 'text'::regtype then format('%I <> %L', attname, '')
                    when 'boolean'::regtype then quote_ident(attname)
                    else format($sql$to_json(%I)::text <> all (array['null', '""', 'false', '{}', '[]'])$sql$, attname) end,
      to_json(attname)::text || ':[null,', attname), ', ' order by attnum))
    from pg_attribute
   where attrelid = target and attnum > 0 and not attisdropped and attname <> all (derived)
$$;

-- The same for all rows that one statement adds, which the transition table `added` holds, for tables that many rows are
-- loaded into. Few rows go the general way; for many, a statement made for the table costs less than taking each row
-- apart. Arguments: the root column and the derived columns.
create or replace function record_added() returns trigger language plpgsql as $$
declare
  derived text[] := string_to_array(coalesce(tg_argv[1], ''), ' ')
                    || array['id', 'version', 'created_at', 'updated_at', 'created_by', 'updated_by'];
begin
  if (select count(*) from (select from added limit 50) as first_rows) = 50 then
    execute recorder_of_added(tg_relid, tg_argv[0], derived);
    return null;
  end if;
  insert into history (actor, entity, entity_id, root_id, action, changes)
  select nullif(current_setting('app.actor', true), '')::uuid, tg_table_name, (row_added ->> 'id')::uuid,
         (row_added ->> tg_argv[0])::uuid, 'CREATED',
         coalesce((select json_object_agg(key, json_build_array(null, value))::jsonb from json_each(row_added)
                    where value::text <> all (array['null', '""', 'false', '{}', '[]']) and key <> all (derived)), '{}')
    from (select to_json(added) as row_added from added) as rows_added;
  return null;
end $$;

drop function if exists recorder_of_added(regclass, text);

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
    ('sector', 'id', '', ''),
    ('warehouse', 'id', '', ''),
    ('forwarding_agency', 'id', '', ''),
    ('delivery_condition', 'id', '', ''),
    ('payment_condition', 'id', '', ''),
    ('locked_pickup_date', 'id', '', ''),
    ('pallet', 'id', '', ''),
    ('product', 'id', '', ''),
    ('predefined_time_slot', 'id', '', ''),
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
    ('product_setting', 'id', '', ''),
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
    ('project_document', 'project_id', '', ''),
    ('todo', 'flame_id', 'order_key due_told start_base search', '')
  ) as listed (name, root, derived, secret) loop
    execute format(
      'create or replace trigger history after insert or update or delete on %I for each row
         execute function record_history(%L, %L, %L)', audited.name, audited.root, audited.derived, audited.secret);
  end loop;

  -- Tables that many rows are loaded into at once.
  for audited in select * from (values
    ('contact', 'id', 'full_name'),
    ('address', 'contact_id', ''),
    ('email_address', 'contact_id', 'binned'),
    ('phone_number', 'contact_id', 'national binned'),
    ('encounter', 'contact_id', 'search')
  ) as listed (name, root, derived) loop
    execute format(
      'create or replace trigger history after update or delete on %I for each row
         execute function record_history(%L, %L)', audited.name, audited.root, audited.derived);
    execute format(
      'create or replace trigger history_added after insert on %I referencing new table as added for each statement
         execute function record_added(%L, %L)', audited.name, audited.root, audited.derived);
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

-- UUID version 7: sorts by time, so that new rows sit together in every index.
create or replace function uuid_v7() returns uuid language sql volatile as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
              placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
              from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$$;

-- An instant as the API writes it.
create or replace function iso(at timestamptz) returns text language sql stable as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- The card of a project as boards and lists show it, ready made; one that stays as it is is not written. One after the
-- other, with a plan that each connection keeps (see flames.sql).
create or replace function refresh_project_cards(ids uuid[]) returns void language plpgsql as $$
declare
  id_of_project uuid;
begin
  foreach id_of_project in array ids loop
    insert into project_card (project_id, card)
    select p.id, row_to_json(card)::text
      from project p, lateral (
        select p.id, p.version, s.blackboard_id as "taskboardRef", s.blackboard_id as "blackBoardRef", p.step_id as step,
               p.title, p.assignee_id as "assigneeRef", p.proxy_owner_id as "proxyOwnerRef", iso(p.start) as start,
               iso(p.finished) as finished, iso(p.proxy_owner_from) as "proxyOwnerFrom",
               iso(p.proxy_owner_until) as "proxyOwnerUntil", iso(p.reminder_at) as "reminderAtUtc", p.place as "order",
               coalesce((
                 select json_agg(json_build_object('id', c.id, 'name', c.full_name) order by fold(c.full_name), c.id)
                   from project_contact pc join contact c on c.id = pc.contact_id where pc.project_id = p.id), '[]') as contacts,
               iso(p.created_at) as "createdUtc", iso(p.updated_at) as "updatedUtc", iso(p.in_step_since) as "inStepSinceUtc",
               iso(p.archived_at) as "archivedUtc", iso(p.deleted_at) as "deletedUtc"
          from blackboard_step s where s.id = p.step_id) as card
     where p.id = id_of_project
    on conflict (project_id) do update set card = excluded.card where project_card.card <> excluded.card;
  end loop;
end $$;

create or replace function project_card_of_project() returns trigger language plpgsql as $$
begin
  perform refresh_project_cards(array(select id from changed order by id));
  return null;
end $$;
create or replace trigger card_insert after insert on project referencing new table as changed
  for each statement execute function project_card_of_project();
create or replace trigger card_update after update on project referencing new table as changed
  for each statement execute function project_card_of_project();

create or replace function project_card_of_its_contact() returns trigger language plpgsql as $$
begin
  perform refresh_project_cards(array(select distinct project_id from changed order by project_id));
  return null;
end $$;
create or replace trigger card_insert after insert on project_contact referencing new table as changed
  for each statement execute function project_card_of_its_contact();
create or replace trigger card_update after update on project_contact referencing new table as changed
  for each statement execute function project_card_of_its_contact();
create or replace trigger card_delete after delete on project_contact referencing old table as changed
  for each statement execute function project_card_of_its_contact();

create or replace function project_card_of_contact() returns trigger language plpgsql as $$
begin
  perform refresh_project_cards(array(
    select distinct pc.project_id
      from before join changed on changed.id = before.id join project_contact pc on pc.contact_id = changed.id
     where before.full_name is distinct from changed.full_name order by pc.project_id));
  return null;
end $$;
create or replace trigger project_card_update after update on contact referencing old table as before new table as changed
  for each statement execute function project_card_of_contact();

-- A name as people type it at the sign-in; an index over users holds it in lower case.
create or replace function sign_in_name(typed text) returns text language sql immutable
  return lower(normalize(typed, NFC));
create or replace function sign_in_hash(typed text) returns bytea language sql immutable
  return sha256(convert_to(sign_in_name(typed), 'UTF8'));

-- Texts as searches and comparisons see them. Indexes and kept columns hold what these functions answer: who changes
-- what one of them answers brings a migration that writes those anew.

-- Lower case without accents and with single blanks; ß counts as ss.
create or replace function fold(value text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(regexp_replace(
    normalize(translate(replace(replace(replace(lower(value), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđ', 'old'), NFKD),
    U&'[\0300-\036f]', '', 'g'), '\s+', ' ', 'g')
$$;

-- The LIKE pattern that finds what somebody typed in a search text: anywhere, or for one or two characters at the
-- start of words, which is as much as a trigram index can find.
create or replace function needle(typed text) returns text language sql immutable strict parallel safe as $$
  select case when length(folded) < 3 then '% ' else '%' end || regexp_replace(folded, '([\\%_])', '\\\1', 'g') || '%'
  from (select trim(fold(typed)) as folded) as f
$$;

-- What somebody typed as a LIKE pattern without its ends.
create or replace function needle_start(typed text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(trim(fold(typed)), '([\\%_])', '\\\1', 'g')
$$;

-- What a folded search text is looked for in: the text itself, with umlauts spelt out (Müller -> mueller), and with
-- spelt-out umlauts drawn together (Mueller -> muller). A needle is only folded, so each way of writing finds each
-- other. The leading blank lets needles of one or two characters be sought at the start of words. Texts of the languages
-- written here need no normalisation and go a way that is several times faster: replacing one character is fast,
-- translating many is not.
create or replace function search_text(value text) returns text language plpgsql immutable strict parallel safe as $$
declare
  composed text := lower(value);
  plain text;
  spelt text;
  drawn text;
begin
  if value = '' then return ''; end if;
  if composed !~ '[^ -~äöüßéèêëàâçîïôûùñ«»–’€]|  ' then
    composed := replace(composed, 'ß', 'ss');
    plain := replace(replace(replace(composed, 'ä', 'a'), 'ö', 'o'), 'ü', 'u');
    spelt := case when plain <> composed then replace(replace(replace(composed, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue')
                  else plain end;
    if plain ~ '[éèêëàâçîïôûùñ]' then
      plain := translate(plain, 'éèêëàâçîïôûùñ', 'eeeeaaciiouun');
      spelt := translate(spelt, 'éèêëàâçîïôûùñ', 'eeeeaaciiouun');
    end if;
  else
    plain := fold(value);
    composed := lower(normalize(value, NFC));
    spelt := case when composed ~ '[äöü]' then fold(replace(replace(replace(composed, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'))
                  else plain end;
  end if;
  drawn := replace(replace(replace(plain, 'ae', 'a'), 'oe', 'o'), 'ue', 'u');
  return ' ' || plain
    || case when spelt <> plain then ' ' || spelt else '' end
    || case when drawn <> plain then ' ' || drawn else '' end;
end $$;

-- With spelt-out umlauts drawn together, so that Müller is Mueller.
create or replace function name_key(value text) returns text language sql immutable strict parallel safe as $$
  select trim(regexp_replace(regexp_replace(fold(value), '([aou])e', '\1', 'g'), '[^[:alnum:]]+', ' ', 'g'))
$$;

-- Alike for names that sound alike: Meier and Meyer, Gerber and Gärber, Schmid and Schmitt.
create or replace function sound_key(value text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(translate(replace(replace(replace(replace(replace(replace(replace(name_key(
    replace(replace(replace(lower(normalize(value, NFC)), 'äu', 'eu'), 'ä', 'e'), 'ae', 'e')),
    'ph', 'f'), 'th', 't'), 'dt', 't'), 'ck', 'k'), 'tz', 'z'), 'ay', 'ei'), 'ai', 'ei'), 'yvc', 'ifk'),
    '(.)\1+', '\1', 'g')
$$;

-- How alike two people are called, given name and surname each or confused; an initial is like what begins with it.
create or replace function likeness(one_given text, one_surname text, other_given text, other_surname text) returns real
language sql immutable strict parallel safe as $$
  select case
    when one_given = '' or other_given = '' or one_surname = '' or other_surname = ''
      then similarity(one_given || ' ' || one_surname, other_given || ' ' || other_surname)
    when (length(one_given) = 1 or length(other_given) = 1) and left(one_given, 1) = left(other_given, 1)
      then least(0.6::real, similarity(one_surname, other_surname))
    else greatest(least(similarity(one_given, other_given), similarity(one_surname, other_surname)),
                  least(similarity(one_given, other_surname), similarity(one_surname, other_given))) end
$$;

-- The name of a company without its legal form.
create or replace function company_key(value text) returns text language sql immutable strict parallel safe as $$
  select coalesce(nullif(trim(regexp_replace(regexp_replace(key,
    '\m(ag|sa|spa|gmbh|sarl|s a r l|sagl|kg|ohg|gbr|ek|e k|co|cie|ltd|limited|inc|llc|und|et|and)\M', ' ', 'g'),
    '\s+', ' ', 'g')), ''), key) from (select name_key(value) as key) as k
$$;

-- `Seestr. 12 a` is `Seestrasse 12a`.
create or replace function street_key(value text) returns text language sql immutable strict parallel safe as $$
  select trim(regexp_replace(regexp_replace(regexp_replace(
    fold(value), 'str(\.|\M)', 'strasse', 'g'), '[\s,.]+', ' ', 'g'), '(\d) ([a-z])\M', '\1\2', 'g'))
$$;

-- What follows a plus sign in an address makes no other mailbox.
create or replace function mail_key(value text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(split_part(mail, '@', 1), '\+.*$', '') || '@'
      || regexp_replace(split_part(mail, '@', 2), '^googlemail\.com$', 'gmail.com') from (select lower(value) as mail) as m
$$;

create or replace function uid_key(value text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(upper(value), '(MWST|TVA|IVA|VAT)$|[^A-Z0-9]', '', 'g')
$$;

