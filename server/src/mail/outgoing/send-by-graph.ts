import { sql } from 'kysely'
import type { AppContext } from '../../http/context.ts'
import { MailError } from '../transports/faults.ts'
import { recordSent } from './after-sending.ts'
import { type Claimed, giveUpHours, mine, write } from './claims.ts'
import { openGraph } from './graph.ts'
import { openMailbox, type SendingMailbox } from './sending-mailbox.ts'

/**
 * Creates a draft, stores its id, and then sends it; after an interruption the next attempt asks for this draft first.
 * A draft that is gone may have been sent manually or deleted in the mailbox.
 */
export async function sendByGraph(appContext: AppContext, mailbox: SendingMailbox, claimed: Claimed): Promise<void> {
  const graph = openGraph(appContext.services.config, mailbox)
  const db = appContext.database.kysely
  const known = claimed.serverRef ? await graph.look(claimed.serverRef) : undefined
  if (known === null) {
    return write(appContext, claimed, async (ctx) => {
      // If a user sends the message again all the same, a new draft is needed.
      await sql`
        update outbox set state = 'UNCLEAR', server_ref = null, next_try_at = null, lease_until = null, fault = null,
               said = 'the draft is gone'
         where id = ${claimed.id}`.execute(ctx.db)
    })
  }
  const id = claimed.serverRef ?? (await graph.createDraft(db, appContext.services.files, claimed))
  const { numAffectedRows } = await sql`update outbox set server_ref = ${id} where ${mine(claimed)}`.execute(db)
  if (numAffectedRows !== 1n) return
  if (known?.isDraft !== false) await graph.send(id)
  await write(appContext, claimed, async (ctx) => {
    await sql`
      update outbox set state = 'SENT', next_try_at = now(), lease_until = null, fault = null, said = '',
             accepted = recipients, sent_at = now()
       where id = ${claimed.id}`.execute(ctx.db)
    if (claimed.sentAt === null) await recordSent(ctx, claimed)
  })
}

interface Taken {
  readonly id: string
  readonly mailboxId: string | null
  readonly emailId: string
  readonly serverRef: string
  /** Taken so long ago that it should have left. */
  readonly stuck: boolean
  readonly givenUp: boolean
}

/** Checks whether a message that Graph took has left the drafts, and its Message-ID. False if nothing is due. */
export async function confirmSent(appContext: AppContext): Promise<boolean> {
  const db = appContext.database.kysely
  const { rows } = await sql<Taken>`
    update outbox set next_try_at = now() + interval '30 seconds'
     where id = (select id from outbox where state = 'SENT' and next_try_at <= now()
                  order by next_try_at limit 1 for update skip locked)
    returning id, mailbox_id as "mailboxId", email_id as "emailId", server_ref as "serverRef",
              sent_at < now() - interval '10 minutes' as stuck,
              leaves_at < now() - ${giveUpHours} * interval '1 hour' as "givenUp"`.execute(db)
  const due = rows[0]
  if (!due) return false
  // Another worker may have checked meanwhile, or a bounce may have arrived.
  const still = sql`id = ${due.id} and state = 'SENT'`
  const accept = () => sql`update outbox set state = 'ACCEPTED', next_try_at = null where ${still}`.execute(db)
  try {
    const graph = openGraph(appContext.services.config, await openMailbox(db, appContext.services, due.mailboxId))
    const found = await graph.look(due.serverRef)
    if (found?.isDraft) {
      if (!due.stuck) return true
      // A message that is still a draft after a while was never sent.
      const [state, fault] = due.givenUp ? ['FAILED', 'PROTOCOL'] : ['WAITING', null]
      await sql`
        update outbox set state = ${state}, fault = ${fault}, accepted = '{}', next_try_at = now()
         where ${still}`.execute(db)
      return true
    }
    // A message that is no draft any more, or that is gone from the mailbox, has left.
    await accept()
    if (found?.messageId) {
      await sql`
        update email set reference_ids = reference_ids || message_id, message_id = ${found.messageId}
         where id = ${due.emailId} and message_id <> ${found.messageId}`.execute(db)
    }
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    // If the mailbox is removed, off, or unreachable for a day, nothing more can be found out than that Microsoft took
    // the message.
    if (!error.passing || due.givenUp) await accept()
    else if (error.waitMs !== null && error.waitMs > 30_000) {
      await sql`update outbox set next_try_at = now() + ${error.waitMs} * interval '1 ms' where ${still}`.execute(db)
    }
  }
  return true
}
