-- What somebody would make who had but one question each: all that is shown of a thing in one row, under the index that
-- brings it in order. Filled from the data of the product, so that both have the same rows, as often.
drop schema if exists floor cascade;
create schema floor;

create table floor.mails as
  select e.id, e.version, s.mailbox, e.assignee_id as owner, e.contact_id as contact, c.full_name as contact_name, e.direction,
         e.kind, e.state, e.important, e.seen, e.subject, e.from_name, e.from_address, e.to_list::text as recipients, e.preview,
         e.received_at as received, e.attachment_count as attachments, m.n as comments, e.thread_id as thread, t.n as in_thread,
         e.answered_at as answered, o.state as delivery
    from email e
    left join (select s.email_id, min(f.mailbox_id::text) as mailbox from mail_source s join mail_folder f on f.id = s.folder_id group by 1) s
      on s.email_id = e.id
    left join contact c on c.id = e.contact_id
    left join outbox o on o.email_id = e.id
    left join (select email_id, count(*)::int as n from comment group by 1) m on m.email_id = e.id
    left join (select thread_id, count(*)::int as n from email group by 1) t on t.thread_id = e.thread_id;
alter table floor.mails add primary key (id);
create index on floor.mails (owner, received desc, id desc);
create index on floor.mails (owner, state, received desc, id desc);
create index on floor.mails (thread, received, id);

create table floor.contacts (
  id uuid primary key default uuid_v7(), salutation text, given_name text, surname text, company text, street text, zip text, city text,
  country text, email text, phone text,
  sort_key text collate "C" generated always as (lower(coalesce(nullif(surname, ''), company) || ' ' || given_name)) stored,
  low_given_name text generated always as (lower(given_name)) stored, low_surname text generated always as (lower(surname)) stored,
  low_company text generated always as (lower(company)) stored, low_street text generated always as (lower(street)) stored,
  low_zip text generated always as (lower(zip)) stored, low_city text generated always as (lower(city)) stored,
  low_email text generated always as (lower(email)) stored);
insert into floor.contacts (id, salutation, given_name, surname, company, street, zip, city, country, email, phone)
  select c.id, c.salutation, c.given_name, c.surname, c.company_name, a.street, a.zip_code, a.city, a.country, e.address, p.number
    from contact c
    left join (select distinct on (contact_id) * from address order by contact_id, id) a on a.contact_id = c.id
    left join (select distinct on (contact_id) * from email_address order by contact_id, id) e on e.contact_id = c.id
    left join (select distinct on (contact_id) * from phone_number order by contact_id, id) p on p.contact_id = c.id;
create index on floor.contacts using gin (low_given_name gin_trgm_ops, low_surname gin_trgm_ops, low_company gin_trgm_ops,
  low_street gin_trgm_ops, low_zip gin_trgm_ops, low_city gin_trgm_ops, low_email gin_trgm_ops);

create table floor.encounters as
  select e.id, e.version, e.contact_id as contact, e.encounter_type as type, e.title, e.original_known_since as at, e.created_at as created,
         e.description, e.assignee_id as assignee, c.username as created_by, u.username as updated_by, e.duplicate
    from encounter e left join app_user c on c.id = e.created_by left join app_user u on u.id = e.updated_by;
alter table floor.encounters add primary key (id);
create index on floor.encounters (contact, at desc, id desc);

create table floor.cards as
  select f.id, f.version, s.blackboard_id as board, f.step_id as step, f.place, f.assignee_id as assignee, f.proxy_owner_id as proxy,
         f.proxy_owner_from as proxy_from, f.proxy_owner_until as proxy_until, f.reminder_at as reminder, f.created_at as created, f.updated_at as updated,
         f.in_step_since as since, d.contact_id as contact, c.full_name as contact_name, c.customer_type, d.certificate_name as title,
         d.sap_ordernumber as number, d.pickup_date as pickup, d.self_pickup_at as self_pickup, d.delivery_date as delivery, d.delivered,
         d.tax_free_delivery as tax_free, d.oss
    from flame f join blackboard_step s on s.id = f.step_id join dossier d on d.flame_id = f.id join contact c on c.id = d.contact_id;
alter table floor.cards add primary key (id);
create table floor.projects as
  select p.id, p.version, s.blackboard_id as board, p.step_id as step, p.place, p.title, p.assignee_id as assignee, p.proxy_owner_id as proxy,
         p.proxy_owner_from as proxy_from, p.proxy_owner_until as proxy_until, p.start, p.finished, p.reminder_at as reminder,
         p.created_at as created, p.updated_at as updated, p.in_step_since as since, k.card::json -> 'contacts' as contacts, k.card::json -> 'todos' as todos
    from project p join blackboard_step s on s.id = p.step_id join project_card k on k.project_id = p.id;
alter table floor.projects add primary key (id);
create index on floor.projects (board, step, place);
create table floor.todos as
  select t.id, t.version, case when f.id is null then 'PROJECT' else 'FLAME' end as type, t.ref, s.blackboard_id as board,
         coalesce(c.full_name, p.title) as ref_title, t.title, t.activities, t.feedback, t.state, t.assignee_id as assignee, t.start, t.due,
         coalesce(t.due, t.start) as at, t.start_from, t.start_operator, t.start_days, t.finished, t.order_key as place, t.created_by,
         t.created_at as created, t.updated_at as updated
    from todo t left join project p on p.id = t.project_id left join flame f on f.id = t.flame_id
    left join dossier d on d.flame_id = f.id left join contact c on c.id = d.contact_id
    join blackboard_step s on s.id = coalesce(f.step_id, p.step_id);
alter table floor.todos add primary key (id);
create index on floor.todos (assignee, state, at, id) where state <> 'DONE';
create index on floor.todos (state, at, id) where state <> 'DONE';
create index on floor.todos (ref, place);
create index on floor.cards (board, step, place);
create index on floor.cards (contact, updated desc);

create table floor.dossiers as
  select d.flame_id as id, 1 as version, d.contact_id as contact, d.certificate_name as title, d.sap_ordernumber as number, d.shipment_reference as reference,
         d.notes, d.note_for_articles, d.currency, d.language, d.pickup_date as pickup, d.self_pickup_at as self_pickup, d.delivery_date as delivery,
         d.delivered, d.tax_free_delivery as tax_free, d.oss, '[]'::jsonb as articles, '[]'::jsonb as packages
    from dossier d;
alter table floor.dossiers add primary key (id);
-- The one search: people, letters, and all else.
create table floor.people as
  select c.id, c.full_name as title, c.updated_at as at,
         lower(concat_ws(' ', c.full_name, c.company_name, s.street, s.zip_code, s.city, s.email, s.phone)) as search
    from contact c join contact_search s on s.contact_id = c.id;
create table floor.letters as
  select e.id, e.subject as title, e.received_at as at, lower(concat_ws(' ', e.subject, e.from_name, e.from_address, b.text)) as search,
         b.text from email e join email_body b on b.id = e.id;
create table floor.things as
  select e.id, 'ENCOUNTER' as type, e.title, e.original_known_since as at, lower(e.title || ' ' || e.description) as search, e.description as text
    from encounter e
  union all
  select d.flame_id, 'FLAME', d.certificate_name, f.updated_at, lower(concat_ws(' ', d.certificate_name, d.sap_ordernumber, d.shipment_reference)), ''
    from dossier d join flame f on f.id = d.flame_id
  union all
  select d.id, 'CONTACT_ATTACHMENT', d.name, v.uploaded_at, lower(d.name || ' ' || t.text), t.text
    from contact_document d join contact_document_version v on v.document_id = d.id join file_text t on t.hash = v.file_hash;
create index on floor.people using gin (search gin_trgm_ops);
create index on floor.letters using gin (search gin_trgm_ops);
create index on floor.things using gin (search gin_trgm_ops);
create index on floor.people (at desc);
create index on floor.letters (at desc);
create index on floor.things (at desc);
vacuum analyze floor.contacts;
vacuum analyze floor.people;
vacuum analyze floor.letters;
vacuum analyze floor.things;
vacuum analyze floor.mails;
vacuum analyze floor.encounters;
vacuum analyze floor.cards;
vacuum analyze floor.projects;
vacuum analyze floor.todos;
vacuum analyze floor.dossiers;
