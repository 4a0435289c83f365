import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { AppContext } from '../../http/context.ts'
import { MailError } from '../transports/faults.ts'
import { connectImap } from '../transports/imap-connection.ts'
import { imapAccess } from '../transports/open-transport.ts'
import { withHidden } from './mime.ts'
import { openMailbox, type SendingMailbox } from './sending-mailbox.ts'

/** Minutes between the attempts to file a copy, which is then given up; the message is never sent again. */
const retryMinutes = [1, 5, 15, 60, 240, 480, 720]
/** Servers that file sent messages themselves; another copy would be a duplicate. */
const fileThemselves = /(^|\.)(gmail\.com|googlemail\.com|google\.com|office365\.com|outlook\.com)$/i

/** Files the copy of one sent message in the Sent folder of its server; returns false if none is due. */
export async function fileCopies(appContext: AppContext): Promise<boolean> {
  const db = appContext.database.kysely
  const { rows } = await sql<Due>`
    update outbox o set copy_tries = copy_tries + 1, copy_next_at = now() + interval '10 minutes'
      from email e
     where e.id = o.email_id and o.id = (
             select id from outbox
              where copy_state = 'WAITING' and sent_at is not null and coalesce(copy_next_at, sent_at) <= now()
              order by copy_next_at nulls first limit 1 for update skip locked)
    returning o.id, o.mailbox_id as "mailboxId", o.mime_hash as "mimeHash", o.copy_tries as tries,
              e.message_id as "messageId", e.bcc_list as bcc`.execute(db)
  const due = rows[0]
  if (!due) return false
  try {
    const mailbox = await openMailbox(db, appContext.services, due.mailboxId)
    if (mailbox.incoming && !fileThemselves.test(mailbox.incoming.host)) await appendSent(appContext, mailbox, due)
    await sql`update outbox set copy_state = 'DONE', copy_next_at = null where id = ${due.id}`.execute(db)
  } catch {
    const minutes = retryMinutes[due.tries - 1]
    await sql`
      update outbox set copy_state = ${minutes === undefined ? 'FAILED' : 'WAITING'},
             copy_next_at = now() + ${minutes ?? 0} * interval '1 minute'
       where id = ${due.id}`.execute(db)
  }
  return true
}

interface Due {
  readonly id: string
  readonly mailboxId: string | null
  readonly mimeHash: string
  readonly tries: number
  readonly messageId: string
  readonly bcc: readonly { address: string }[]
}

/** Looks for the copy before appending it: an earlier attempt may have filed it and lost the answer. */
async function appendSent(appContext: AppContext, mailbox: SendingMailbox, due: Due): Promise<void> {
  const client = await connectImap(imapAccess(appContext.services.config, mailbox))
  try {
    const folders = await client.list()
    const sent = folders.find(({ specialUse }) => specialUse === '\\Sent')?.path
    if (!sent) throw new MailError('FOLDER_MISSING')
    await client.mailboxOpen(sent)
    const found = await client.search({ header: { 'message-id': due.messageId } }, { uid: true })
    // Without an answer the connection broke, and the copy may be there or not.
    if (!found) throw new MailError('DISCONNECTED')
    if (found.length > 0) return
    const mime = await buffer(await appContext.services.files.open(due.mimeHash))
    const appended = await client.append(sent, withHidden(mime, due.bcc), ['\\Seen'])
    if (!appended) throw new MailError('DISCONNECTED')
  } finally {
    await client.logout().catch(() => client.close())
  }
}
