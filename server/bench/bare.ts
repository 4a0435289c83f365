import { createHash } from 'node:crypto'
import type { RawBuilder } from 'kysely'
import { type Database, preparedMark } from '../src/db/db.ts'

/** A query of the product for a client of its own, which keeps the plans that the product keeps. */
export function bareQuery(database: Database, query: RawBuilder<unknown>) {
  const { sql: text, parameters } = query.compile(database.kysely)
  const name = text.includes(preparedMark) ? { name: createHash('md5').update(text).digest('hex') } : {}
  return { text, values: [...parameters], ...name }
}
