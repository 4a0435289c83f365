import { type Kysely, sql } from 'kysely'
import { expect } from 'vitest'
import type { z } from 'zod'
import { contactApi } from '#contract/contacts/contacts'
import type { Database } from '../src/db/db.ts'
import type { DB } from '../src/db/schema.ts'
import { addDemoContacts } from '../src/demo/fill.ts'
import type { testApp } from './app.ts'

type As = Awaited<ReturnType<typeof testApp>>['as']

/** Returns a function that adds a contact with a default name, so that a test names only what matters to it. */
export const contactFactory =
  (as: As) =>
  async (overrides: Partial<z.input<typeof contactApi.add.body>> = {}) => {
    const body = { givenName: 'Anna', surname: 'Beispiel', ...overrides }
    const { answer, status, problem } = await as('USER').call(contactApi.add, { body })
    expect(status, JSON.stringify(problem)).toBe(200)
    return answer
  }

/** Creates rows without triggers: no history, no live changes, no search index, and no foreign key checks. */
export async function withoutTriggers(database: Database, make: (db: Kysely<DB>) => Promise<unknown>): Promise<void> {
  await database.kysely.connection().execute(async (db) => {
    await sql`set session_replication_role = replica`.execute(db)
    try {
      await make(db)
    } finally {
      await sql`reset session_replication_role`.execute(db)
    }
  })
}

/** Adds demo contacts; they can be searched but have no history. */
export const manyContacts = (database: Database, count: number) =>
  withoutTriggers(database, (db) => addDemoContacts(db, count))
