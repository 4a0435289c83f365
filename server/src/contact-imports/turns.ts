import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Ctx, House } from '../http/context.ts'

/** How long a job goes on before it lets others have their turn. */
export const turnMilliseconds = 20_000

const tries = 5
/** Somebody took the same mail or number, or locked the same rows in another order, in just this moment. */
const passing = ['23505', '40001', '40P01', '55P03']

/** Makes an attempt again when somebody else came between; what they did is seen the next time. */
export async function untilItFits<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = tries; ; left--) {
    try {
      return await attempt()
    } catch (error) {
      if (left === 1 || !passing.includes((error as { code?: string }).code ?? '')) throw error
      await wait((tries - left + 1) * 100)
    }
  }
}

/** True for what fails again however often it is tried: PostgreSQL refuses the data or the statement. */
export function isFault(error: unknown): boolean {
  const { code, severity } = error as { code?: string; severity?: string }
  return severity !== undefined && /^(22|23|42)/.test(code ?? '')
}

/**
 * For a batch, which looks up a thousand rows by their keys: in a table that has just grown, the planner knows no better
 * than to read all of it for each of them. Nor do the plans that the connection made and kept when the tables were
 * small. And the search rows are refreshed once, at the end of the batch.
 */
export async function inBulk(ctx: Ctx): Promise<void> {
  await sql`discard plans`.execute(ctx.db)
  await sql`
    select set_config(name, value, true) from (values
      ('app.search_refresh', 'by hand'), ('enable_seqscan', 'off'), ('enable_hashjoin', 'off'),
      ('enable_mergejoin', 'off'), ('gin_pending_list_limit', '64MB')) as setting (name, value)`.execute(ctx.db)
}

/** Brings the search rows of a batch up to date; their keys wait for `tidySearch`, where searches find them as well. */
export async function refreshSearch(ctx: Ctx, contactIds: readonly string[]): Promise<void> {
  await sql`select refresh_contact_search(${[...contactIds]}::uuid[])`.execute(ctx.db)
}

/** Puts into the index of the search what waits for it: at once, and beside the next batch. */
export async function tidySearch(house: House): Promise<void> {
  await sql`select gin_clean_pending_list('contact_search_text')`.execute(house.database.kysely)
}
