import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../src/db/db.ts'

/** Writes the second statement while the first is not committed, until it waits for that or is done, and commits the first. */
export async function atOnce({ kysely }: Database, first: string, second: string): Promise<void> {
  await kysely.connection().execute((one) =>
    kysely.connection().execute(async (other) => {
      await sql`begin`.execute(one)
      await sql.raw(first).execute(one)
      let isDone = false
      const written = sql
        .raw(second)
        .execute(other)
        .finally(() => {
          isDone = true
        })
      await expect
        .poll(async () => {
          const { rows } = await sql`
            select from pg_stat_activity where wait_event_type = 'Lock' and query = ${second}`.execute(kysely)
          return isDone || rows.length === 1
        })
        .toBe(true)
      await sql`commit`.execute(one)
      await written
    }),
  )
}
