import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Ctx } from '../http/context.ts'
import { fail } from '../http/problem.ts'

/** What became of a contact that is not there. Errors: MERGED_MEANWHILE, NOT_FOUND. */
export async function contactMissing(ctx: Ctx, id: string): Promise<never> {
  const merged = await whoMerged(ctx.db, id)
  return merged ? fail('MERGED_MEANWHILE', { values: merged }) : fail('NOT_FOUND')
}

async function whoMerged(db: Kysely<DB>, id: string) {
  const { rows } = await sql<{ name: string; by: string; survivor: string }>`
    select coalesce((select one ->> 'full_name' from jsonb_array_elements(m.snapshot -> 'contacts') as one
                      where one ->> 'id' = ${id}::text), c.full_name, '') as name,
           u.username as by, coalesce(c.full_name, '') as survivor
      from contact_merge_member member join contact_merge m on m.id = member.merge_id
      join app_user u on u.id = m.created_by left join contact c on c.id = merged_into(${id})
     where member.contact_id = ${id}`.execute(db)
  return rows[0]
}

/** True for a contact outside the bin, which nobody removes for good meanwhile. */
export async function isOutsideBin(db: Kysely<DB>, id: string): Promise<boolean> {
  const { rows } = await sql`select from contact where id = ${id} and deleted_at is null for key share`.execute(db)
  return rows.length > 0
}

/** An entry of a contact that belongs to another one by now. Errors: MOVED_ELSEWHERE with the name of that one. */
export async function movedTo(ctx: Ctx, contactId: string): Promise<never> {
  const { full_name: contact } = await ctx.db
    .selectFrom('contact')
    .select('full_name')
    .where('id', '=', contactId)
    .executeTakeFirstOrThrow()
  return fail('MOVED_ELSEWHERE', { values: { contact } })
}
