import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.ts'

/**
 * Prepares a transaction that writes thousands of contacts. Sequential scans are off, and cached plans discarded: for
 * each contact they would read whole tables that were small when the plan was made. The transaction must refresh the
 * search rows itself, once, and tells only which kinds of things changed.
 */
export async function inBulk(db: Kysely<DB>): Promise<void> {
  await sql`discard plans`.execute(db)
  await sql`
    select set_config(name, value, true) from (values
      ('app.search_refresh', 'by hand'), ('app.telling', 'by kind'), ('enable_seqscan', 'off'), ('enable_hashjoin', 'off'),
      ('enable_mergejoin', 'off'), ('gin_pending_list_limit', '64MB')) as setting (name, value)`.execute(db)
}
