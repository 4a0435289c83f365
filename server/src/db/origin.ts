import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Origin } from '#contract/origins'
import { seenBy } from './assigned.ts'
import type { DB } from './schema.ts'
import type { Reader } from './seen.ts'

/** Returns the board and the e-mail that a record was made from, as far as the caller may see them. */
export async function selectOrigin(
  { db, actor }: { readonly db: Kysely<DB>; readonly actor: Reader },
  { board, email }: { board: RawBuilder<unknown>; email: RawBuilder<unknown> },
): Promise<Origin> {
  const may = (permission: 'EMAIL_READ' | 'FLAME_READ' | 'PROJECT_READ') => sql.lit(actor.permissions.has(permission))
  const { rows } = await sql<Origin>`
    select (select json_build_object('id', b.id, 'title', b.title) from blackboard b
             where b.id = ${board} and ${seenBy('blackboard', sql`b.id`, actor)}
               and case b.kind when 'FLAME' then ${may('FLAME_READ')} else ${may('PROJECT_READ')} end) as blackboard,
           (select json_build_object('id', e.id, 'subject', e.subject, 'assigneeRef', e.assignee_id) from email e
             where e.id = ${email} and ${may('EMAIL_READ')}) as email`.execute(db)
  return rows[0] ?? { blackboard: null, email: null }
}
