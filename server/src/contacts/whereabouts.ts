import { type Kysely, sql } from 'kysely'
import { quoted } from '#contract/sentences/written'
import type { DB } from '../db/schema.ts'
import type { Ctx } from '../http/context.ts'
import { fail, sentenceOf } from '../http/problem.ts'

/** Throws the error for a contact that does not exist. Errors: MERGED_MEANWHILE, NOT_FOUND. */
export async function contactMissing(ctx: Ctx, id: string): Promise<never> {
  await assertNotMerged(ctx, id)
  return fail('NOT_FOUND')
}

/** Whether an error may name a contact to the caller. */
export const seesContacts = ({ actor }: Ctx): boolean => actor.permissions.has('CONTACT_READ')

/** Throws if the contact was merged into another one, for callers who may see contacts. Errors: MERGED_MEANWHILE. */
export async function assertNotMerged(ctx: Ctx, id: string): Promise<void> {
  if (!seesContacts(ctx)) return
  const merged = await whoMerged(ctx.db, id)
  if (!merged) return
  const { language } = ctx.actor
  const who = merged.name ? quoted(language, merged.name) : sentenceOf(language, 'contact', 'THIS')
  fail('MERGED_MEANWHILE', { values: { ...merged, who } })
}

/** Throws the error for a field that names a contact that does not exist. Errors: MERGED_MEANWHILE, VALIDATION. */
export async function namedContactMissing(ctx: Ctx, id: string, path: string): Promise<never> {
  await assertNotMerged(ctx, id)
  return fail('VALIDATION', { fields: [{ path, invalid: 'unknownRef' }] })
}

/**
 * Throws unless all contacts exist, in the bin or not; locks them against deletion and merging. Errors: MERGED_MEANWHILE,
 * VALIDATION.
 */
export async function assertAllThere(ctx: Ctx, ids: readonly string[], path: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from contact where id = any (${ids}::uuid[]) order by id for key share`.execute(ctx.db)
  const missing = ids.find((id) => !rows.some((row) => row.id === id))
  if (missing) await namedContactMissing(ctx, missing, path)
}

/** Returns the filter of a list with the id of a merged contact replaced by that of its survivor. */
export async function asOfSurvivor<Filter extends { contactRef?: string | null | undefined }>(
  { db }: Pick<Ctx, 'db'>,
  filter: Filter,
): Promise<Filter> {
  if (!filter.contactRef) return filter
  const { rows } = await sql<{ survivor: string | null }>`select merged_into(${filter.contactRef}) as survivor`.execute(
    db,
  )
  return { ...filter, contactRef: rows[0]?.survivor ?? filter.contactRef }
}

/**
 * Returns the former name of a merged contact ('' once the merge can no longer be undone), who merged it, and the name of
 * the survivor; undefined for a contact that was not merged, or whose survivor was erased.
 */
async function whoMerged(db: Kysely<DB>, id: string) {
  const { rows } = await sql<{ name: string; by: string; survivor: string }>`
    select coalesce((select one ->> 'full_name' from jsonb_array_elements(m.snapshot -> 'contacts') as one
                      where one ->> 'id' = ${id}::text), '') as name,
           u.username as by, c.full_name as survivor
      from contact_merge_member member join contact_merge m on m.id = member.merge_id
      join app_user u on u.id = m.created_by join contact c on c.id = merged_into(${id}) and c.erased_at is null
     where member.contact_id = ${id}`.execute(db)
  return rows[0]
}

/** Whether a contact is outside the bin; locks it against deletion. */
export async function isOutsideBin(db: Kysely<DB>, id: string): Promise<boolean> {
  const { rows } = await sql`select from contact where id = ${id} and deleted_at is null for key share`.execute(db)
  return rows.length > 0
}

/**
 * Throws the error for an entry that was moved. Errors: MOVED_ELSEWHERE with the name of the new contact; NOT_FOUND for
 * callers who may not see contacts.
 */
export async function movedTo(ctx: Ctx, contactId: string): Promise<never> {
  if (!seesContacts(ctx)) fail('NOT_FOUND')
  const { full_name: contact } = await ctx.db
    .selectFrom('contact')
    .select('full_name')
    .where('id', '=', contactId)
    .executeTakeFirstOrThrow()
  return fail('MOVED_ELSEWHERE', { values: { contact } })
}
