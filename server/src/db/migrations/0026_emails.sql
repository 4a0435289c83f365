-- Mailboxes, what came in through them, and what leaves by them.

create table mailbox (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  type text not null check (type in ('IMAP', 'POP3', 'OFFICE_365')),
  title text not null,
  address text not null,
  sender_name text not null default '',
  -- Servers, folders and the rest as the contract has them; no secret.
  settings jsonb not null default '{}',
  -- JSON by name, sealed.
  secrets bytea,
  max_message_bytes int not null,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index mailbox_title_unique on mailbox (lower(title)) where deleted_at is null;
create trigger history after insert or update or delete on mailbox for each row
  execute function record_history('id', 'secrets');

-- How it is doing; nobody edits this, so it has no version and no history.
create table mailbox_status (
  mailbox_id uuid primary key references mailbox on delete cascade,
  state text not null default 'NEW',
  fault text,
  -- What the server said.
  said text not null default '',
  failures int not null default 0,
  last_try_at timestamptz,
  last_success_at timestamptz,
  last_message_at timestamptz,
  next_try_at timestamptz,
  backlog int,
  pushed boolean not null default false
);

create table mail_folder (
  id uuid primary key default uuid_v7(),
  mailbox_id uuid not null references mailbox on delete cascade,
  path text not null,
  role text not null,
  -- Of IMAP; the two numbers do not fit into 32 bits.
  uid_validity bigint,
  uid_next bigint,
  highest_modseq bigint,
  -- Of Microsoft Graph.
  folder_ref text collate "C",
  delta_link text,
  -- The latest look at every message, as opposed to the new ones.
  checked_at timestamptz,
  gone_at timestamptz,
  unique (mailbox_id, path)
);

create table email (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  direction text not null check (direction in ('INCOMING', 'OUTGOING')),
  kind text not null default 'NORMAL',
  state text not null default 'OPEN' check (state in ('OPEN', 'IN_PROGRESS', 'CLOSED')),
  assignee_id uuid,
  contact_id uuid references contact on delete set null,
  -- The encounter that it became; an encounter may go without it.
  encounter_id uuid references encounter on delete set null,
  important boolean not null default false,
  seen boolean not null default false,
  subject text not null default '',
  from_name text not null default '',
  from_address text not null default '',
  -- [{name, address}]
  to_list jsonb not null default '[]',
  cc_list jsonb not null default '[]',
  bcc_list jsonb not null default '[]',
  reply_to_list jsonb not null default '[]',
  preview text not null default '',
  -- Without angle brackets.
  message_id text not null default '' collate "C",
  in_reply_to text not null default '' collate "C",
  reference_ids text[] not null default '{}' collate "C",
  thread_id uuid not null,
  sent_at timestamptz,
  received_at timestamptz not null,
  parse_state text not null default 'WHOLE',
  seal text not null default 'NONE',
  attachment_count int not null default 0,
  answered_at timestamptz,
  -- SHA-256 of the source; null for one that was handed to us already parsed.
  source_hash text references stored_file,
  source_bytes bigint not null default 0,
  -- Of the source without what servers on the way wrote into its head.
  content_hash text not null default '',
  search text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint email_assignee foreign key (assignee_id) references app_user on delete set null
);
create index email_list on email (received_at desc, id desc) where deleted_at is null;
create index email_list_state on email (state, received_at desc, id desc)
  where deleted_at is null and state <> 'CLOSED';
create index email_list_unassigned on email (state, received_at desc, id desc)
  where deleted_at is null and state <> 'CLOSED' and assignee_id is null;
create index email_list_owner on email (assignee_id, received_at desc, id desc)
  where deleted_at is null and assignee_id is not null;
create index email_list_owner_state on email (assignee_id, state, received_at desc, id desc)
  where deleted_at is null and state <> 'CLOSED' and assignee_id is not null;
create index email_list_important on email (received_at desc, id desc) where deleted_at is null and important;
create index email_list_outgoing on email (received_at desc, id desc)
  where deleted_at is null and direction = 'OUTGOING';
create index email_bin on email (deleted_at desc, id desc) where deleted_at is not null;
create index email_contact on email (contact_id, received_at desc) where contact_id is not null;
create index email_encounter on email (encounter_id) where encounter_id is not null;
create index email_thread on email (thread_id, received_at);
create index email_message_id on email (message_id) where message_id <> '';
create index email_references on email using gin (reference_ids);
create index email_source on email (source_hash) where source_hash is not null;
create index email_from on email (lower(from_address), received_at desc);
create index email_search on email using gin (search gin_trgm_ops) where deleted_at is null;
-- Not what machines note on the side, such as that it was read.
create trigger history after update of state, assignee_id, contact_id, important, deleted_at on email for each row
  execute function record_history('id', 'from_address', 'from_name', 'to_list', 'cc_list', 'bcc_list', 'preview', 'subject');

-- What was said about an e-mail that is gone for good goes with it.
create function forget_email() returns trigger language plpgsql as $$
begin
  delete from comment where upstream_id = old.id;
  delete from history where root_id = old.id;
  return null;
end $$;
create trigger forget after delete on email for each row execute function forget_email();

create table email_body (
  id uuid primary key references email on delete cascade,
  -- Clean, with pictures from elsewhere taken out.
  html text not null default '',
  text text not null default '',
  -- The addresses of the pictures that were taken out, in the order of the text.
  blocked_pictures text[] not null default '{}',
  -- [{method, title, startsAt, endsAt, wholeDay, place, organiser, attachmentId}]
  invitations jsonb not null default '[]'
);

create table email_attachment (
  id uuid primary key default uuid_v7(),
  email_id uuid not null references email on delete cascade,
  position int not null,
  name text not null,
  mime_type text not null,
  size_byte bigint not null,
  file_hash text not null references stored_file,
  thumbnail_hash text references stored_file,
  content_id text not null default '',
  -- The text shows it.
  inline boolean not null default false
);
create index email_attachment_email on email_attachment (email_id, position);
create index email_attachment_file on email_attachment (file_hash);
create index email_attachment_thumbnail on email_attachment (thumbnail_hash) where thumbnail_hash is not null;

-- Every place on a server where a message lies: the same one may lie in several folders and mailboxes.
create table mail_source (
  id uuid primary key default uuid_v7(),
  folder_id uuid not null references mail_folder on delete cascade,
  uid_validity bigint not null default 0,
  -- UID of IMAP, UIDL of POP3, id of Graph.
  uid text not null collate "C",
  -- Empty for an e-mail that is gone for good: it is not fetched again.
  email_id uuid references email on delete set null,
  -- What became of it where it is no e-mail: WAITING to be fetched, QUARANTINED, or TOO_OLD to be taken in.
  outcome text check (outcome in ('WAITING', 'QUARANTINED', 'TOO_OLD')),
  -- In the order of the server: what came last is fetched first.
  position bigint generated always as identity,
  -- What the server said of it before it was fetched.
  received_at timestamptz,
  size_byte bigint,
  seen boolean,
  gone_at timestamptz,
  unique (folder_id, uid_validity, uid)
);
create index mail_source_email on mail_source (email_id) where email_id is not null;
create index mail_source_waiting on mail_source (folder_id, position desc) where outcome = 'WAITING';
create index mail_source_too_old on mail_source (folder_id, received_at) where outcome = 'TOO_OLD';

-- What could not be read stays here with its source.
create table mail_quarantine (
  id uuid primary key default uuid_v7(),
  mailbox_id uuid not null references mailbox on delete cascade,
  folder_id uuid not null references mail_folder on delete cascade,
  uid_validity bigint not null default 0,
  uid text not null collate "C",
  received_at timestamptz not null default now(),
  source_hash text references stored_file,
  size_byte bigint not null default 0,
  subject text not null default '',
  from_address text not null default '',
  reason text not null,
  tries int not null default 1,
  unique (folder_id, uid_validity, uid)
);
create index mail_quarantine_mailbox on mail_quarantine (mailbox_id);
create index mail_quarantine_source on mail_quarantine (source_hash) where source_hash is not null;

-- What still has to be told to a server: flags, a move to its bin. It never holds up a person.
create table mail_server_task (
  id uuid primary key default uuid_v7(),
  source_id uuid not null references mail_source on delete cascade,
  -- SEEN, UNSEEN, ANSWERED, FORWARDED, BIN, UNBIN
  task text not null,
  tries int not null default 0,
  next_try_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index mail_server_task_source on mail_server_task (source_id);

create table email_bounce (
  id uuid primary key default uuid_v7(),
  email_id uuid not null references email on delete cascade,
  original_id uuid references email on delete set null,
  recipient text not null,
  status text not null default '',
  delayed boolean not null default false,
  diagnostic text not null default ''
);
create index email_bounce_email on email_bounce (email_id);
create index email_bounce_original on email_bounce (original_id) where original_id is not null;
create index email_bounce_recipient on email_bounce (lower(recipient));

create table email_presence (
  email_id uuid not null references email on delete cascade,
  user_id uuid not null references app_user on delete cascade,
  activity text not null,
  until timestamptz not null,
  primary key (email_id, user_id)
);
create index email_presence_until on email_presence (until);

create table email_draft (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  owner_id uuid not null references app_user on delete cascade,
  mailbox_id uuid references mailbox on delete set null,
  based_on uuid references email on delete set null,
  contact_id uuid references contact on delete set null,
  -- As the contract has it: recipients, cc, bcc, subject, bodyAsHtml, forwarded and the lists of references.
  content jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- It was sent, or thrown away; it stays for the undoing.
  deleted_at timestamptz
);
create index email_draft_owner on email_draft (owner_id, updated_at desc) where deleted_at is null;
create index email_draft_based_on on email_draft (based_on) where based_on is not null;
create index email_draft_contact on email_draft (contact_id) where contact_id is not null;

create table email_draft_file (
  id uuid primary key default uuid_v7(),
  draft_id uuid not null references email_draft on delete cascade,
  name text not null,
  mime_type text not null,
  size_byte bigint not null,
  file_hash text not null references stored_file,
  created_at timestamptz not null default now()
);
create index email_draft_file_draft on email_draft_file (draft_id);
create index email_draft_file_file on email_draft_file (file_hash);

create table outbox (
  id uuid primary key default uuid_v7(),
  email_id uuid not null unique references email on delete cascade,
  mailbox_id uuid references mailbox on delete set null,
  draft_id uuid references email_draft on delete set null,
  -- The e-mail that it answers or forwards.
  root_id uuid references email on delete set null,
  forwarded boolean not null default false,
  created_by uuid references app_user on delete set null,
  idempotency_key uuid unique,
  state text not null default 'WAITING',
  -- Made once; what is sent is these bytes, however often it is tried.
  mime_hash text not null references stored_file,
  mime_bytes bigint not null,
  envelope_from text not null,
  recipients text[] not null,
  -- The recipients that took it.
  accepted text[] not null default '{}',
  -- [{address, said}]
  refused jsonb not null default '[]',
  leaves_at timestamptz not null,
  next_try_at timestamptz,
  attempts int not null default 0,
  -- Who is at it holds it until then.
  lease_until timestamptz,
  -- Since then the content goes over: what breaks off later may have arrived.
  content_at timestamptz,
  sent_at timestamptz,
  fault text,
  said text not null default '',
  -- Id of the message on a server that knows drafts (Microsoft Graph).
  server_ref text collate "C",
  -- Filing the copy in Sent has tries of its own: it never sends again. NONE where the server does it.
  copy_state text not null default 'WAITING' check (copy_state in ('WAITING', 'DONE', 'NONE', 'FAILED')),
  copy_tries int not null default 0,
  copy_next_at timestamptz,
  -- Somebody let it rest.
  settled_at timestamptz,
  further_contact_id uuid references contact on delete set null,
  created_at timestamptz not null default now()
);
create index outbox_due on outbox (coalesce(next_try_at, leaves_at)) where state in ('WAITING', 'SENDING', 'SENT');
create index outbox_created_by on outbox (created_by, created_at desc);
create index outbox_mailbox on outbox (mailbox_id) where mailbox_id is not null;
create index outbox_copy on outbox (copy_next_at) where copy_state = 'WAITING' and sent_at is not null;
create index outbox_root on outbox (root_id) where root_id is not null;
create index outbox_mime on outbox (mime_hash);
create index outbox_draft on outbox (draft_id) where draft_id is not null;
create index outbox_further_contact on outbox (further_contact_id) where further_contact_id is not null;

-- Whom an absence e-mail went to.
create table absence_answer (
  absence_id uuid not null references absence_email on delete cascade,
  mailbox_id uuid not null references mailbox on delete cascade,
  address text not null,
  sent_at timestamptz not null default now(),
  primary key (absence_id, mailbox_id, address)
);
create index absence_answer_hour on absence_answer (mailbox_id, sent_at);

create table mail_history_run (
  id uuid primary key default uuid_v7(),
  from_day date not null,
  to_day date not null,
  state text not null default 'WAITING',
  total int,
  done int not null default 0,
  filed int not null default 0,
  detail text not null default '',
  -- Where each mailbox has got to: {folderId: uid}
  cursor jsonb not null default '{}',
  run int not null default 0,
  created_by uuid references app_user on delete set null,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
