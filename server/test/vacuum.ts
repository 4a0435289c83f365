import { type Kysely, sql } from 'kysely'
import type { DB } from '../src/db/schema.ts'

/** What autovacuum does in operation, which is off in tests. The catalog is left out, which takes longer than all tables. */
export async function vacuum(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ tables: string }>`
    select string_agg(oid::regclass::text, ', ') as tables from pg_class
     where relkind = 'r' and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`.execute(
    db,
  )
  await sql`vacuum analyze ${sql.raw(rows[0]?.tables ?? '')}`.execute(db)
}
