import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.ts'

/**
 * For a transaction that writes thousands of contacts. The planner, and the plans that the connection keeps from when the
 * tables were small, would read a table that has just grown from end to end for each contact: sequential scans are off.
 * The transaction refreshes the search rows itself, once, and tells only which kinds of things changed.
 */
export async function inBulk(db: Kysely<DB>): Promise<void> {
  await sql`discard plans`.execute(db)
  await sql`
    select set_config(name, value, true) from (values
      ('app.search_refresh', 'by hand'), ('app.telling', 'by kind'), ('enable_seqscan', 'off'), ('enable_hashjoin', 'off'),
      ('enable_mergejoin', 'off'), ('gin_pending_list_limit', '64MB')) as setting (name, value)`.execute(db)
}
