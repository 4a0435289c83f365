-- Whole, so that removing a contact finds its encounters too; the timeline's index knows only those that are not in the bin.
drop index encounter_bin;
create index encounter_bin on encounter (contact_id, deleted_at desc);
create index email_draft_mailbox on email_draft (mailbox_id) where mailbox_id is not null;
