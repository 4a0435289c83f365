import { sql } from 'kysely'
import { spellingsOf } from '../../contacts/spellings/spellings.ts'
import type { Ctx } from '../../http/context.ts'
import type { ReadMessage } from '../reading/message.ts'

/**
 * Records which recipients a report says were not reached. Only a report about a message that the product sent marks
 * their addresses and is assigned to the sender, since anybody can forge a report.
 */
export async function recordReport(ctx: Ctx, { id, report, kind }: ReadMessage): Promise<void> {
  if (!report || kind === 'RECEIPT') return
  const { db } = ctx
  const { rows } = await sql<{ id: string; assigneeId: string | null }>`
    select e.id, coalesce(o.created_by, e.assignee_id) as "assigneeId"
      from email e left join outbox o on o.email_id = e.id
     where e.message_id = ${report.originalMessageId} and e.message_id <> '' and e.direction = 'OUTGOING'
     limit 1`.execute(db)
  const original = rows[0]
  if (report.recipients.length > 0) {
    await db
      .insertInto('email_bounce')
      .values(report.recipients.map((one) => ({ email_id: id, original_id: original?.id ?? null, ...one })))
      .execute()
  }
  if (!original) return
  if (original.assigneeId) {
    await db.updateTable('email').set({ assignee_id: original.assigneeId }).where('id', '=', id).execute()
  }
  for (const { delayed, diagnostic } of report.recipients) {
    await bounceArrived(ctx, { originalRef: original.id, delayed: delayed || kind === 'DELAYED', diagnostic })
  }
  const failed = report.recipients.filter(({ delayed, status }) => !delayed && !status.startsWith('4.'))
  if (kind === 'BOUNCE' && failed.length > 0) {
    const addresses = failed.flatMap(({ recipient }) => spellingsOf(recipient))
    await sql`
      update email_address set undeliverable = true
       where lower(address) = any(${addresses}) and address <> '' and not undeliverable`.execute(db)
  }
}

/**
 * Marks a sent message as undeliverable. A report of a delay changes nothing: the message may still arrive.
 */
export async function bounceArrived(
  ctx: Ctx,
  { originalRef, delayed, diagnostic }: { originalRef: string; delayed: boolean; diagnostic: string },
): Promise<void> {
  if (delayed) return
  await sql`
    update outbox set state = 'UNDELIVERABLE', settled_at = null, said = ${diagnostic.slice(0, 1000)}
     where email_id = ${originalRef} and state in ('SENT', 'ACCEPTED', 'PARTLY_ACCEPTED', 'UNCLEAR')`.execute(ctx.db)
}
