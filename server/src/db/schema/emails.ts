// Written by `npm run types:db` from the migrated database.
import type { ColumnType } from 'kysely'
import type { Generated, Json } from '../column-types.ts'

interface AbsenceAnswer {
  absence_id: string | null
  mailbox_id: string
  address: string
  sent_at: Generated<string>
  personal_absence_id: string | null
}

interface AbsenceEmail {
  id: Generated<string>
  version: Generated<number>
  user_id: string | null
  subject: string
  text: string
  valid_from: string
  valid_until: string | null
  active: Generated<boolean>
}

interface Email {
  id: Generated<string>
  version: Generated<number>
  direction: 'INCOMING' | 'OUTGOING'
  kind: Generated<'NORMAL' | 'AUTO' | 'BULK' | 'BOUNCE' | 'DELAYED' | 'FEEDBACK' | 'RECEIPT' | 'CALENDAR'>
  state: Generated<'OPEN' | 'IN_PROGRESS' | 'CLOSED'>
  assignee_id: string | null
  contact_id: string | null
  encounter_id: string | null
  important: Generated<boolean>
  seen: Generated<boolean>
  subject: Generated<string>
  from_name: Generated<string>
  from_address: Generated<string>
  to_list: Generated<Json>
  cc_list: Generated<Json>
  bcc_list: Generated<Json>
  reply_to_list: Generated<Json>
  preview: Generated<string>
  message_id: Generated<string>
  in_reply_to: Generated<string>
  reference_ids: Generated<string[]>
  thread_id: string
  sent_at: string | null
  received_at: string
  parse_state: Generated<'WHOLE' | 'DAMAGED' | 'TEXT_ONLY' | 'FAILED'>
  seal: Generated<'NONE' | 'SIGNED' | 'ENCRYPTED'>
  attachment_count: Generated<number>
  answered_at: string | null
  source_hash: string | null
  source_bytes: Generated<number>
  content_hash: Generated<string>
  search: Generated<string>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
}

interface EmailAttachment {
  id: Generated<string>
  email_id: string
  position: number
  name: string
  mime_type: string
  size_byte: number
  file_hash: string
  thumbnail_hash: string | null
  content_id: Generated<string>
  inline: Generated<boolean>
  search: ColumnType<string, never, never>
}

interface EmailBody {
  id: string
  html: Generated<string>
  text: Generated<string>
  blocked_pictures: Generated<string[]>
  invitations: Generated<Json>
}

interface EmailBounce {
  id: Generated<string>
  email_id: string
  original_id: string | null
  recipient: string
  status: Generated<string>
  delayed: Generated<boolean>
  diagnostic: Generated<string>
}

interface EmailDraft {
  id: Generated<string>
  version: Generated<number>
  owner_id: string
  mailbox_id: string | null
  based_on: string | null
  contact_id: string | null
  content: Json
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  flame_id: string | null
}

interface EmailDraftFile {
  id: Generated<string>
  draft_id: string
  name: string
  mime_type: string
  size_byte: number
  file_hash: string
  created_at: Generated<string>
}

interface MailFolder {
  id: Generated<string>
  mailbox_id: string
  path: string
  role: 'INBOX' | 'SENT' | 'DRAFTS' | 'JUNK' | 'TRASH' | 'ARCHIVE' | 'OTHER'
  uid_validity: number | null
  uid_next: number | null
  highest_modseq: number | null
  folder_ref: string | null
  delta_link: string | null
  checked_at: string | null
  gone_at: string | null
}

interface MailHistoryRun {
  id: Generated<string>
  from_day: string
  to_day: string
  state: Generated<'WAITING' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED'>
  total: number | null
  done: Generated<number>
  filed: Generated<number>
  detail: Generated<string>
  cursor: Generated<Json>
  run: Generated<number>
  created_by: string | null
  started_at: Generated<string>
  finished_at: string | null
}

interface MailQuarantine {
  id: Generated<string>
  mailbox_id: string
  folder_id: string
  uid_validity: Generated<number>
  uid: string
  received_at: Generated<string>
  source_hash: string | null
  size_byte: Generated<number>
  subject: Generated<string>
  from_address: Generated<string>
  reason: string
  tries: Generated<number>
}

interface MailServerTask {
  id: Generated<string>
  source_id: string
  task: 'SEEN' | 'UNSEEN' | 'ANSWERED' | 'FORWARDED' | 'BIN' | 'UNBIN' | 'REMOVE'
  tries: Generated<number>
  next_try_at: Generated<string>
  created_at: Generated<string>
  mailbox_id: string | null
}

interface MailSource {
  id: Generated<string>
  folder_id: string
  uid_validity: Generated<number>
  uid: string
  email_id: string | null
  outcome: 'WAITING' | 'QUARANTINED' | 'TOO_OLD' | null
  position: ColumnType<number, never, never>
  received_at: string | null
  size_byte: number | null
  seen: boolean | null
  gone_at: string | null
  home_id: string | null
  refusals: Generated<number>
  next_try_at: string | null
  refusal: Generated<string>
}

interface Mailbox {
  id: Generated<string>
  version: Generated<number>
  type: 'IMAP' | 'POP3' | 'OFFICE_365'
  title: string
  address: string
  sender_name: Generated<string>
  settings: Generated<Json>
  secrets: Buffer | null
  max_message_bytes: number
  active: Generated<boolean>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
}

interface MailboxReader {
  mailbox_id: string
  token: string
  since: Generated<string>
}

interface MailboxStatus {
  mailbox_id: string
  state: Generated<'NEW' | 'OK' | 'ERROR' | 'AUTH_ERROR' | 'OFF'>
  fault: 'HOST_UNKNOWN' | 'REFUSED' | 'TIMEOUT' | 'CERTIFICATE' | 'NO_STARTTLS' | 'CREDENTIALS' | 'TOKEN' | 'NOT_ALLOWED' | 'CONTENT_REFUSED' | 'TOO_LARGE' | 'MESSAGE_REFUSED' | 'FOLDER_MISSING' | 'THROTTLED' | 'QUOTA' | 'DISCONNECTED' | 'LATER' | 'PROTOCOL' | 'SECRET_UNREADABLE' | 'OWN_FAULT' | null
  said: Generated<string>
  failures: Generated<number>
  last_try_at: string | null
  last_success_at: string | null
  last_message_at: string | null
  next_try_at: string | null
  backlog: number | null
  pushed: Generated<boolean>
}

interface Outbox {
  id: Generated<string>
  email_id: string
  mailbox_id: string | null
  draft_id: string | null
  root_id: string | null
  forwarded: Generated<boolean>
  created_by: string | null
  idempotency_key: string | null
  state: Generated<'WAITING' | 'SENDING' | 'SENT' | 'ACCEPTED' | 'PARTLY_ACCEPTED' | 'FAILED' | 'UNCLEAR' | 'UNDELIVERABLE'>
  mime_hash: string
  mime_bytes: number
  envelope_from: string
  recipients: string[]
  accepted: Generated<string[]>
  refused: Generated<Json>
  leaves_at: string
  next_try_at: string | null
  attempts: Generated<number>
  lease_until: string | null
  content_at: string | null
  sent_at: string | null
  fault: 'HOST_UNKNOWN' | 'REFUSED' | 'TIMEOUT' | 'CERTIFICATE' | 'NO_STARTTLS' | 'CREDENTIALS' | 'TOKEN' | 'NOT_ALLOWED' | 'CONTENT_REFUSED' | 'TOO_LARGE' | 'MESSAGE_REFUSED' | 'FOLDER_MISSING' | 'THROTTLED' | 'QUOTA' | 'DISCONNECTED' | 'LATER' | 'PROTOCOL' | 'SECRET_UNREADABLE' | 'OWN_FAULT' | null
  said: Generated<string>
  server_ref: string | null
  copy_state: Generated<'WAITING' | 'DONE' | 'NONE' | 'FAILED'>
  copy_tries: Generated<number>
  copy_next_at: string | null
  settled_at: string | null
  further_contact_id: string | null
  created_at: Generated<string>
}

export interface EmailsTables {
  absence_answer: AbsenceAnswer
  absence_email: AbsenceEmail
  email: Email
  email_attachment: EmailAttachment
  email_body: EmailBody
  email_bounce: EmailBounce
  email_draft: EmailDraft
  email_draft_file: EmailDraftFile
  mail_folder: MailFolder
  mail_history_run: MailHistoryRun
  mail_quarantine: MailQuarantine
  mail_server_task: MailServerTask
  mail_source: MailSource
  mailbox: Mailbox
  mailbox_reader: MailboxReader
  mailbox_status: MailboxStatus
  outbox: Outbox
}
