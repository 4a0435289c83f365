-- What a list shows of an e-mail, ready made (db/functions/email-cards.sql): a page made each of its rows from seven tables.
create table email_card (
  email_id uuid primary key references email on delete cascade,
  -- Its name is shown to those alone who may see it, and changes by itself.
  contact_id uuid,
  thread_id uuid not null,
  -- The first in which it lies or from which it was sent; it may be removed since.
  mailbox_id uuid,
  -- All else as the members of a JSON object, without its braces.
  members text not null
) with (fillfactor = 85);
