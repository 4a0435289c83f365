import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { codeOf } from '../../db/error-code.ts'
import { inBulk } from '../../db/in-bulk.ts'
import { type AppContext, type Ctx, inTransaction, systemActor } from '../../http/context.ts'

/** Time in milliseconds after which a long job yields to others. */
export const turnMilliseconds = 20_000

const tries = 5
/** SQL states of conflicts with a concurrent transaction: unique violation, serialization, deadlock, lock timeout. */
const passing = ['23505', '40001', '40P01', '55P03']

/** Retries an attempt that failed because of another transaction; the next attempt sees what that one wrote. */
export async function retryOnConflict<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = tries; ; left--) {
    try {
      return await attempt()
    } catch (error) {
      if (left === 1 || !passing.includes(codeOf(error))) throw error
      await wait((tries - left + 1) * 100)
    }
  }
}

/** Whether PostgreSQL rejects the data or the statement, so that every retry would fail as well. */
export function isFault(error: unknown): boolean {
  const { code, severity } = error as { code?: string; severity?: string }
  return severity !== undefined && /^(22|23|42)/.test(code ?? '')
}

/** Leaves the search rows of a batch to `tidySearch`; any process can write them if this one dies. */
export async function searchLater(ctx: Ctx, contactIds: readonly string[]): Promise<void> {
  await sql`
    insert into contact_search_pending select unnest(${[...contactIds]}::uuid[]) on conflict do nothing`.execute(ctx.db)
}

/** Writes the pending search rows and flushes them into the index, beside the next batch. */
export async function tidySearch(appContext: AppContext): Promise<void> {
  const some = await retryOnConflict(() => inTransaction(appContext, systemActor(), refreshWaiting))
  if (some) await sql`select gin_clean_pending_list('contact_search_text')`.execute(appContext.database.kysely)
}

/** Writes the pending search rows; returns false when there are none. */
async function refreshWaiting({ db }: Ctx): Promise<boolean> {
  // Rows are addressed by ctid: every batch leaves dead rows, which an index scan would visit one by one.
  const { rows } = await sql<{ ids: string[] | null }>`
    with due as (
      delete from contact_search_pending where ctid = any (array(
        select ctid from contact_search_pending for update skip locked)) returning contact_id)
    select array_agg(contact_id) as ids from due`.execute(db)
  const ids = rows[0]?.ids
  if (!ids) return false
  await inBulk(db)
  // A contact that is being edited has a newer search row; the lock keeps it from being overwritten with older values.
  await sql`
    select count(*) from (select from contact where id = any (${ids}::uuid[]) order by id for update) as locked`.execute(
    db,
  )
  await sql`select refresh_contact_search(${ids}::uuid[])`.execute(db)
  return true
}
