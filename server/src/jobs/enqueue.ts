import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { JobName, JobPayload } from './jobs.ts'

/** Writes a job in the transaction of `db`. It starts after the commit, and is retried when it fails. */
export async function enqueue<Name extends JobName>(
  db: Kysely<DB>,
  name: Name,
  payload: JobPayload<Name>,
): Promise<void> {
  const flags = Object.entries(payload).flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${value}`]))
  await sql`
    select graphile_worker.add_job(${name}::text, ${JSON.stringify(payload)}::json, max_attempts => 10,
                                   flags => ${flags}::text[])`.execute(db)
}
