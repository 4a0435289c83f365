import { type Kysely, sql } from 'kysely'
import type { DB } from '../src/db/schema.ts'
import { maybeUnused } from '../src/prepare.ts'

/**
 * Does what autovacuum does in production, which is off in tests: skips tables that were always empty, except those
 * analysed at the start. The catalog is skipped too, because it takes longer than all tables.
 */
export async function vacuum(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ tables: string }>`
    select string_agg(oid::regclass::text, ', ') as tables from pg_class
     where relkind = 'r' and (pg_relation_size(oid) > 0 or relname = any (${maybeUnused}))
       and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`.execute(db)
  await sql`vacuum analyze ${sql.raw(rows[0]?.tables ?? '')}`.execute(db)
}
