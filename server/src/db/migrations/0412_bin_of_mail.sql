-- The bin of e-mails, narrowed down as the list outside it is.
create index email_bin_owner on email (assignee_id, deleted_at desc, id desc)
  where deleted_at is not null and assignee_id is not null;
create index email_bin_state on email (state, deleted_at desc, id desc) where deleted_at is not null;
create index email_bin_kind on email (kind, deleted_at desc, id desc) where deleted_at is not null and kind <> 'NORMAL';
