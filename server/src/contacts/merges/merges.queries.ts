import { type Kysely, sql } from 'kysely'
import type { ContactMerge } from '#contract/contacts/merges'
import type { DB } from '../../db/schema.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { contactMissing, getContact } from '../contacts.ts'
import type { ContactColumns } from './merge-fields.ts'

type Db = Kysely<DB>
/** Number of days during which a merge can be undone. */
export const undoDays = 30

export async function selectMerges(db: Db): Promise<ContactMerge[]> {
  const { rows } = await sql<ContactMerge>`
    select m.id, m.survivor_id as "survivorRef", c.full_name as "survivorName",
           array(select one ->> 'full_name' from jsonb_array_elements(m.snapshot -> 'contacts') as one) as "mergedNames",
           u.username as "createdBy", iso(m.created_at) as "createdAtUtc"
      from contact_merge m join app_user u on u.id = m.created_by join contact c on c.id = m.survivor_id
     where m.snapshot is not null and m.created_at > now() - ${`${undoDays} days`}::interval
     order by m.id desc limit 500`.execute(db)
  return rows
}

/** Returns the existing rows of contacts by their ids, locked. */
export async function lockContacts(db: Db, ids: readonly string[]): Promise<Map<string, ContactColumns>> {
  const { rows } = await sql<{ id: string; row: ContactColumns }>`
    select id, to_jsonb(c) as row from contact c where id = any (${ids}::uuid[]) order by id for update`.execute(db)
  return new Map(rows.map(({ id, row }) => [id, row]))
}

/**
 * Throws unless all contacts still have the version that the caller saw. Errors: MERGED_MEANWHILE, NOT_FOUND, IN_BIN,
 * STALE_VERSION with the saved state.
 */
export async function assertUnchanged(
  ctx: Ctx,
  rows: ReadonlyMap<string, ContactColumns>,
  seen: readonly { contactRef: string; version: number }[],
): Promise<void> {
  for (const { contactRef } of seen) {
    if (!rows.has(contactRef)) await contactMissing(ctx, contactRef)
  }
  for (const { contactRef, version } of seen) {
    const row = rows.get(contactRef)
    if (row?.deleted_at) fail('IN_BIN')
    if (row?.version === version) continue
    fail('STALE_VERSION', { current: (await getContact(ctx, contactRef)).value })
  }
}
