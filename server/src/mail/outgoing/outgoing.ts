import { sql } from 'kysely'
import type { Ctx } from '../../http/context.ts'

export { answerAbsence } from './absence.ts'
export { testSending } from './smtp.ts'

/**
 * A report says that a message of ours did not reach somebody: it is undeliverable from now on. `delayed` ones may
 * still arrive and change nothing.
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
