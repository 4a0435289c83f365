import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.ts'

/**
 * For a transaction that writes thousands of contacts: in a table that has just grown, the planner knows no better than
 * to read all of it for each of them. Nor do the plans that the connection made and kept when the tables were small. And
 * the search rows are refreshed once, when it says so, and what changed is told by its kind alone.
 */
export async function inBulk(db: Kysely<DB>): Promise<void> {
  await sql`discard plans`.execute(db)
  await sql`
    select set_config(name, value, true) from (values
      ('app.search_refresh', 'by hand'), ('app.telling', 'by kind'), ('enable_seqscan', 'off'), ('enable_hashjoin', 'off'),
      ('enable_mergejoin', 'off'), ('gin_pending_list_limit', '64MB')) as setting (name, value)`.execute(db)
}
