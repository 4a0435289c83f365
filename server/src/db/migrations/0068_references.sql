-- What a comment stands on, and what an encounter or a contact was made from, are foreign keys: a column for each kind of
-- thing, of which one is set. No history is written of it, because nobody changed anything.
alter table comment disable trigger user;
alter table encounter disable trigger user;
alter table contact disable trigger user;

-- Comments. What stood on something that is gone was shown to nobody: it goes like what stands on an e-mail that goes
-- now, and the history keeps its text.
alter table comment add column email_id uuid references email on delete cascade;
update comment set email_id = upstream_id
 where upstream_type = 'EMAIL' and exists (select from email where email.id = comment.upstream_id);
alter table comment enable trigger user;
delete from comment where contact_id is null and email_id is null;

drop trigger upstream on comment;
drop function keep_comment_upstream();
alter table comment drop column upstream_type, drop column upstream_id;
alter table comment
  add column upstream_id uuid not null generated always as (coalesce(contact_id, email_id)) stored,
  add constraint comment_one_upstream check (num_nonnulls(contact_id, email_id) = 1);
create index comment_upstream on comment (upstream_id, created_at, id);
create index comment_email on comment (email_id) where email_id is not null;

-- Encounters. What was made from something that is gone names nothing any more. A flame and the board on which it was then
-- are one kind; who may not see flames does not see what was made from one, also when both are gone.
alter table encounter
  add column email_id uuid,
  add column flame_id uuid,
  add column blackboard_id uuid,
  add column from_flame boolean not null default false;

with named as (
  select id, encounter_type like 'EMAIL%' as of_email,
         substring(upstream_id from '^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:#|$)')::uuid as first,
         substring(upstream_id from '#([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$')::uuid as second
    from encounter where upstream_id is not null)
update encounter e
   set email_id = email.id, flame_id = flame.id, blackboard_id = blackboard.id, from_flame = not of_email
  from named
  left join email on of_email and email.id = named.first
  left join flame on not of_email and flame.id = named.first
  left join blackboard on not of_email and blackboard.id = named.second
 where e.id = named.id;

alter table encounter drop column upstream_id;
alter table encounter
  add constraint encounter_email foreign key (email_id) references email on delete set null,
  add constraint encounter_flame foreign key (flame_id) references flame on delete set null,
  add constraint encounter_blackboard foreign key (blackboard_id) references blackboard on delete set null,
  add constraint encounter_one_upstream check (
    case when from_flame then email_id is null else num_nonnulls(flame_id, blackboard_id) = 0 end);
create index encounter_email on encounter (email_id) where email_id is not null;
create index encounter_flame on encounter (flame_id) where flame_id is not null;
create index encounter_blackboard on encounter (blackboard_id) where blackboard_id is not null;
alter table encounter enable trigger user;

-- Contacts. A call may name a board and an e-mail at once.
update contact set origin_blackboard_id = null
 where origin_blackboard_id is not null
   and not exists (select from blackboard where blackboard.id = origin_blackboard_id);
update contact set origin_email_id = null
 where origin_email_id is not null and not exists (select from email where email.id = origin_email_id);
alter table contact
  add constraint contact_origin_blackboard foreign key (origin_blackboard_id) references blackboard on delete set null,
  add constraint contact_origin_email foreign key (origin_email_id) references email on delete set null;
create index contact_origin_blackboard on contact (origin_blackboard_id) where origin_blackboard_id is not null;
create index contact_origin_email on contact (origin_email_id) where origin_email_id is not null;
alter table contact enable trigger user;
