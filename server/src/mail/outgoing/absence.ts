import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { MailAddress } from '#contract/mail/emails'
import { spellingsOf } from '../../contacts/spellings/spellings.ts'
import { dayOf } from '../../db/days.ts'
import { lockEach } from '../../db/locks.ts'
import type { DB } from '../../db/schema.ts'
import { type AppContext, inTransaction, systemActor, withoutTransaction } from '../../http/context.ts'
import { addressKey, envelopeAddress, oneLine, readAddress } from './addresses.ts'
import { fileOutgoing, newIds } from './file-outgoing.ts'
import { keepMime } from './mime.ts'
import { findMailbox } from './sending-mailbox.ts'

const maxPerHour = 20

interface Arrived {
  readonly fromName: string
  readonly fromAddress: string
  readonly subject: string
  readonly messageId: string
  readonly threadId: string
  readonly mailboxId: string
  readonly mailboxAddress: string
  readonly to: readonly MailAddress[]
  readonly assigneeId: string | null
}

/** Addresses of programs, where nobody reads an answer. */
const machine =
  /^(no-?reply|do-?not-?reply|mailer-daemon|postmaster|bounces?|notifications?|owner-.*|.*-request)([+-].*)?@/i

/**
 * Job: answers by the rules of RFC 3834: only messages of persons that name the mailbox as a recipient, never automatic
 * ones, lists, bounces or own mailboxes; once per sender and absence, and with an hourly limit per mailbox. A message
 * in several mailboxes is answered for each absence.
 */
export async function sendAbsenceAnswer(appContext: AppContext, { emailId }: { emailId: string }): Promise<void> {
  for (const email of await arrived(appContext.database.kysely, emailId)) await answer(appContext, emailId, email)
}

async function answer(appContext: AppContext, emailId: string, email: Arrived): Promise<void> {
  const db = appContext.database.kysely
  const to = readAddress(email.fromAddress)
  if (!to || machine.test(to.address) || !isAddressed(email) || (await isOwn(db, to.address))) return
  const absence = await absenceFor(db, email)
  const mailbox = await findMailbox(db, email.mailboxId)
  if (!absence || !mailbox?.active || !(mailbox.outgoing || mailbox.office)) return
  if (!(await mayAnswer(db, absence, email.mailboxId, to.address))) return
  const ctx = withoutTransaction(appContext, systemActor())
  const ids = await newIds(ctx)
  const content = {
    from: { name: oneLine(mailbox.senderName), address: mailbox.address },
    to: [{ name: oneLine(email.fromName), address: to.address }],
    cc: [],
    subject: oneLine(absence.subject),
    html: '',
    text: absence.text,
    attachments: [],
    messageId: `${randomUUID()}@${envelopeAddress(mailbox.address).split('@').at(-1)}`,
    inReplyTo: email.messageId,
    references: email.messageId ? [email.messageId] : [],
    date: ctx.now,
  }
  const headers = {
    'X-CRM-Outbox': ids.outbox,
    'Auto-Submitted': 'auto-replied',
    'X-Auto-Response-Suppress': 'All',
    Precedence: 'auto_reply',
  }
  const mime = await keepMime(ctx, { ...content, headers })
  await inTransaction(appContext, systemActor(), async (inside) => {
    await lockEach(inside.db, 'absence', [mailbox.id, absence.id])
    if (!(await mayAnswer(inside.db, absence, mailbox.id, to.address))) return
    await inside.db
      .insertInto('absence_answer')
      .values({ [absence.column]: absence.id, mailbox_id: mailbox.id, address: addressKey(to.address) })
      .execute()
    await fileOutgoing(inside, {
      ...content,
      ids,
      bcc: [],
      mime,
      kind: 'AUTO',
      mailbox,
      envelopeFrom: '',
      leavesAt: inside.now,
      root: { id: emailId, threadId: email.threadId, forwarded: false },
      idempotencyKey: null,
      furtherContactId: null,
    })
  })
}

/** Returns a recent message in each of its mailboxes; nobody expects an answer to mail that is fetched later. */
async function arrived(db: Kysely<DB>, id: string): Promise<Arrived[]> {
  const { rows } = await sql<Arrived>`
    select distinct on (m.id) e.from_name as "fromName", e.from_address as "fromAddress", e.subject, e.message_id as "messageId",
           e.thread_id as "threadId", e.assignee_id as "assigneeId", e.to_list || e.cc_list as "to",
           m.id as "mailboxId", m.address as "mailboxAddress"
      from email e join mail_source s on s.email_id = e.id join mail_folder f on f.id = s.folder_id
      join mailbox m on m.id = f.mailbox_id
     where e.id = ${id} and e.direction = 'INCOMING' and e.kind = 'NORMAL' and e.deleted_at is null
       and e.received_at > now() - interval '1 day'
     order by m.id, s.id`.execute(db)
  return rows
}

const isAddressed = ({ to, mailboxAddress }: Arrived) =>
  to.some(({ address }) => readAddress(address) && addressKey(address) === addressKey(mailboxAddress))

async function isOwn(db: Kysely<DB>, address: string): Promise<boolean> {
  const { rows } = await sql`select from mailbox where lower(address) = any(${spellingsOf(address)})`.execute(db)
  return rows.length > 0
}

interface Absence {
  readonly id: string
  readonly column: 'absence_id' | 'personal_absence_id'
  readonly subject: string
  readonly text: string
}

/**
 * Returns the absence that applies: of the assignee who is away, or of the owner of the mailbox's address; else the
 * e-mail of the list for the assignee, or the general one.
 */
async function absenceFor(db: Kysely<DB>, { assigneeId, mailboxAddress }: Arrived): Promise<Absence | undefined> {
  const { rows } = await sql<Absence>`
    select id, "column", subject, text from (
      select a.id, 'personal_absence_id' as "column", a.subject, a.text, 1 as rank, a.from_at as since
        from absence a join app_user u on u.id = a.person_id and u.deleted_at is null
       where a.from_at <= now() and now() < a.until_at and a.subject <> ''
         and (u.id = ${assigneeId}::uuid or ${assigneeId}::uuid is null and lower(u.email) = any(${spellingsOf(mailboxAddress)}))
      union all
      select a.id, 'absence_id', a.subject, a.text, case when a.user_id is null then 3 else 2 end, a.valid_from
        from absence_email a, lateral (select ${dayOf(sql`now()`)} as today) day
       where active and valid_from <= today and (valid_until is null or valid_until >= today)
         and (user_id is null or user_id = ${assigneeId})) as found
     order by rank, since desc, id desc limit 1`.execute(db)
  return rows[0]
}

async function mayAnswer(
  db: Kysely<DB>,
  { id, column }: Absence,
  mailboxId: string,
  address: string,
): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select not exists (select from absence_answer
                        where ${sql.ref(column)} = ${id} and address = ${addressKey(address)})
       and (select count(*) from absence_answer
             where mailbox_id = ${mailboxId} and sent_at > now() - interval '1 hour') < ${maxPerHour}
           as may`.execute(db)
  return rows[0]?.may ?? false
}
