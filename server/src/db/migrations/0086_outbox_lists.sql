-- What is still to be looked after of all that was ever sent, and what left lately.
create index outbox_unsettled on outbox (created_by)
 where state in ('WAITING', 'SENDING', 'SENT', 'FAILED', 'UNCLEAR', 'PARTLY_ACCEPTED', 'UNDELIVERABLE')
   and settled_at is null;
create index outbox_created on outbox (created_at);
