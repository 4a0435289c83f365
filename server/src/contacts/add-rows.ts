import { CompiledQuery } from 'kysely'
import { aheadMark, preparedMark } from '../db/db.ts'
import { uuidV7 } from '../db/uuid-v7.ts'
import type { Ctx } from '../http/context.ts'
import type { PartTable } from './contacts.queries.ts'

type Row = Readonly<Record<string, unknown>>

/**
 * Adds the rows of a new contact in one statement. Each row takes the contact's id from the row before it, so that the
 * history records them in this order. The final select sets `app.search_refresh`; PostgreSQL evaluates it before the
 * inserts, so their triggers leave the search columns to `madeContact`.
 */
export async function addRows(ctx: Ctx, contact: Row, parts: readonly (readonly [PartTable, Row])[]): Promise<void> {
  const rows = [
    ['contact', contact] as const,
    ...parts.map(([table, row]) => [table, { id: uuidV7(), ...row }] as const),
  ]
  const tables = rows.map(([table, row]) => ({ table, columns: Object.keys(row) }))
  const values = rows.flatMap(([, row]) => Object.values(row))
  await ctx.db.executeQuery(CompiledQuery.raw(textOf(tables), values))
}

interface Columns {
  readonly table: string
  readonly columns: readonly string[]
}

/** Largest number of rows whose statement is prepared; every further number of parts would need a plan of its own. */
const mostPrepared = 5
const texts = new Map<string, string>()

function textOf(rows: readonly Columns[]): string {
  if (rows.length > mostPrepared) return `${aheadMark} ${statementOf(rows)}`
  const key = rows.map(({ table, columns }) => `${table} ${columns}`).join(';')
  const text = texts.get(key) ?? `${aheadMark} ${preparedMark} ${statementOf(rows)}`
  texts.set(key, text)
  return text
}

function statementOf(rows: readonly Columns[]): string {
  let given = 0
  const inserts = rows.map(({ table, columns }, at) => {
    const names = columns.map((name) => `"${name}"`)
    const values = columns.map(() => `$${++given}`)
    const ofContact = { name: ', contact_id', value: `, (select contact_id from row_${at - 1})`, answer: 'contact_id' }
    const part = at === 0 ? { name: '', value: '', answer: 'id as contact_id' } : ofContact
    return `row_${at} as (insert into ${table} (${names}${part.name}) values (${values}${part.value}) returning ${part.answer})`
  })
  return `with ${inserts.join(', ')} select set_config('app.search_refresh', 'by hand', true)`
}
