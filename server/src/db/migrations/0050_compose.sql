-- The flame that a message speaks of, and the message that a flame was made from.
alter table email_draft add column flame_id uuid references flame on delete set null;
create index email_draft_flame on email_draft (flame_id) where flame_id is not null;
alter table flame add column origin_email_id uuid references email on delete set null;
create index flame_origin_email on flame (origin_email_id) where origin_email_id is not null;
