import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { codeOf } from '../../db/error-code.ts'
import { inBulk } from '../../db/in-bulk.ts'
import { type AppContext, type Ctx, inTransaction, systemActor } from '../../http/context.ts'

/** How long a job goes on before it lets others have their turn. */
export const turnMilliseconds = 20_000

const tries = 5
/** Somebody took the same mail or number, or locked the same rows in another order, in just this moment. */
const passing = ['23505', '40001', '40P01', '55P03']

/** Makes an attempt again when somebody else came between; what they did is seen the next time. */
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

/** True for what fails again however often it is tried: PostgreSQL refuses the data or the statement. */
export function isFault(error: unknown): boolean {
  const { code, severity } = error as { code?: string; severity?: string }
  return severity !== undefined && /^(22|23|42)/.test(code ?? '')
}

/** Leaves the search rows of a batch to `tidySearch`, also that of another process when this one dies. */
export async function searchLater(ctx: Ctx, contactIds: readonly string[]): Promise<void> {
  await sql`
    insert into contact_search_pending select unnest(${[...contactIds]}::uuid[]) on conflict do nothing`.execute(ctx.db)
}

/** Writes the search rows that wait, and puts them into the index: beside the next batch. */
export async function tidySearch(appContext: AppContext): Promise<void> {
  const some = await retryOnConflict(() => inTransaction(appContext, systemActor(), refreshWaiting))
  if (some) await sql`select gin_clean_pending_list('contact_search_text')`.execute(appContext.database.kysely)
}

/** False when none waits. */
async function refreshWaiting({ db }: Ctx): Promise<boolean> {
  // By their places in the table: every batch leaves dead rows there, which an index would lead to one by one.
  const { rows } = await sql<{ ids: string[] | null }>`
    with due as (
      delete from contact_search_pending where ctid = any (array(
        select ctid from contact_search_pending for update skip locked)) returning contact_id)
    select array_agg(contact_id) as ids from due`.execute(db)
  const ids = rows[0]?.ids
  if (!ids) return false
  await inBulk(db)
  // Whoever edits one of them in this moment has written its search row: it must not be overwritten with what was before.
  await sql`
    select count(*) from (select from contact where id = any (${ids}::uuid[]) order by id for update) as locked`.execute(
    db,
  )
  await sql`select refresh_contact_search(${ids}::uuid[])`.execute(db)
  return true
}
