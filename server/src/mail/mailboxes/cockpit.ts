import { sql } from 'kysely'
import type { Cockpit, Folder, MailFault } from '#contract/mail/mailboxes'
import type { Ctx } from '../../http/context.ts'
import { fail, sentenceOf } from '../../http/problem.ts'
import { MailError, mailError } from '../transports/faults.ts'
import { loadMailbox } from '../transports/mailbox.ts'
import { openTransport } from '../transports/open-transport.ts'
import { isRead } from './folders.ts'

const warnDays = 30

/** Returns the status of every mailbox, in the order of the list. */
export async function showCockpit(ctx: Ctx): Promise<Cockpit[]> {
  const { rows } = await sql<Omit<Cockpit, 'detail'>>`
    select m.id as "mailboxRef", case when m.active then coalesce(s.state, 'NEW') else 'OFF' end as state, s.fault,
           coalesce(s.said, '') as said, iso(s.last_try_at) as "lastTryAtUtc", iso(s.last_success_at) as "lastSuccessAtUtc",
           iso(s.last_message_at) as "lastMessageAtUtc", coalesce(s.pushed, false) as pushed,
           (select count(*)::int from mail_source w join mail_folder f on f.id = w.folder_id
             where f.mailbox_id = m.id and w.outcome = 'WAITING') as backlog,
           (select count(*)::int from outbox o where o.mailbox_id = m.id and o.state in ('WAITING', 'SENDING'))
             as "outboxWaiting",
           (select count(*)::int from outbox o where o.mailbox_id = m.id and o.state in ('FAILED', 'UNCLEAR')
               and o.settled_at is null) as "outboxFailed",
           (select count(*)::int from mail_quarantine q where q.mailbox_id = m.id) as quarantined,
           (select count(*)::int from mail_refused_task r where r.mailbox_id = m.id and r.left_at is null)
             as refused,
           m.settings #>> '{office,secretExpiresOn}' as "secretExpiresOn",
           coalesce((m.settings #>> '{office,secretExpiresOn}')::date <= current_date + ${warnDays}::int, false)
             as "secretExpiresSoon"
      from mailbox m left join mailbox_status s on s.mailbox_id = m.id
     where m.deleted_at is null order by m.active desc, m.created_at, m.id`.execute(ctx.db)
  return rows.map((row) => ({ ...row, detail: row.fault ? faultSentence(ctx, row.fault) : '' }))
}

export const faultSentence = (ctx: Ctx, fault: MailFault): string => sentenceOf(ctx.actor.language, 'mailFault', fault)

/** Reads the folders from the server. Errors: NOT_FOUND, MAILBOX_UNREACHABLE with the sentence of its fault. */
export async function listFolders(ctx: Ctx, id: string): Promise<Folder[]> {
  const { config, vault } = ctx.services
  try {
    const mailbox = await loadMailbox(ctx.db, vault, id)
    if (!mailbox) fail('NOT_FOUND')
    const transport = await openTransport(config, mailbox)
    try {
      const folders = await transport.folders()
      return folders.map((folder) => ({
        path: folder.path,
        role: folder.role,
        messages: folder.messages,
        read: isRead(mailbox, folder),
      }))
    } finally {
      await transport.close()
    }
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    const { fault, said } = mailError(error)
    fail('MAILBOX_UNREACHABLE', { values: { reason: [faultSentence(ctx, fault), said].filter(Boolean).join(' ') } })
  }
}
