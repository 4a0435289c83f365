import { sql } from 'kysely'
import type { AppContext, Ctx } from '../http/context.ts'
import { checkUid, isForVies } from './tax-numbers.ts'
import { askVies } from './vies.ts'

/** Marks the UID of an EU company as pending and queues its check with VIES, if VIES is configured. */
export async function askAboutUid(ctx: Ctx, id: string, typed: string): Promise<void> {
  const uid = checkUid(typed)
  if (!ctx.services.config.viesUrl || uid.state !== 'FORM_OK' || !isForVies(uid.value)) return
  await ctx.db.updateTable('contact').set({ uid_state: 'PENDING' }).where('id', '=', id).execute()
  await ctx.enqueue('checkTaxNumber', { contactId: id })
}

/** Job: asks VIES about the contact's UID. While the service does not answer, the state says so; the job is retried. */
export async function checkTaxNumber(
  { database, services }: AppContext,
  { contactId }: { contactId: string },
): Promise<void> {
  const contact = await database.kysely
    .selectFrom('contact')
    .select('uid')
    .where('id', '=', contactId)
    .executeTakeFirst()
  if (!contact || !services.config.viesUrl || !isForVies(contact.uid)) return
  const answer = await askVies(services.config.viesUrl, contact.uid)
  await database.kysely
    .updateTable('contact')
    .set({ uid_state: answer, uid_source: answer === 'UNREACHABLE' ? null : 'VIES', uid_checked_at: sql`now()` })
    .where('id', '=', contactId)
    .where('uid', '=', contact.uid)
    .execute()
  if (answer === 'UNREACHABLE') throw new Error('VIES does not answer')
}
