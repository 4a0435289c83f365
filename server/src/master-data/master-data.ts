import type { masterData } from '@glut/contract/master-data'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { replaceUses, usesOf } from '../db/references.ts'
import type { DB } from '../db/schema.ts'
import { JsonText } from '../http/answers.ts'
import type { Ctx } from '../http/context.ts'
import { fail } from '../http/problem.ts'

/** A table, and the order in which its rows are read; its columns are the fields of the contract in snake case. */
export interface Table {
  readonly name: keyof DB
  readonly order: RawBuilder<unknown>
}

export const byTitle = (name: keyof DB): Table => ({ name, order: sql`fold(title), id` })

/** Where each plain list lives. */
export const tables = {
  sectors: byTitle('sector'),
  warehouses: byTitle('warehouse'),
  forwardingAgencies: byTitle('forwarding_agency'),
  deliveryConditions: byTitle('delivery_condition'),
  paymentConditions: byTitle('payment_condition'),
  pallets: byTitle('pallet'),
  predefinedTimeSlots: {
    name: 'predefined_time_slot',
    order: sql`array_position(array['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'], weekday),
               start_time, valid_from, id`,
  },
  absenceEmails: { name: 'absence_email', order: sql`valid_from desc, id` },
} as const satisfies Record<keyof typeof masterData, Table>

export type Row = { id: string; version: number } & Record<string, unknown>

/** A plain list: its table and the fields of the contract. */
export interface List {
  readonly table: Table
  /** What a row is written with. */
  readonly schema: z.ZodObject
  /** Its fields. */
  readonly fields: readonly string[]
  /** What a row shows; what the contract calls a text is text, so that an exact figure stays one. */
  readonly shown: readonly { readonly name: string; readonly isText: boolean }[]
}

/** All rows in their order, as JSON that the database wrote. */
export async function listRows(ctx: Ctx, list: List): Promise<JsonText<Row[]>> {
  const { rows } = await listQuery(list).execute(ctx.db)
  return new JsonText(rows[0]?.json ?? '[]')
}

/** The query behind `listRows`, for the benchmark. */
export const listQuery = (list: List) => sql<{ json: string }>`
  select coalesce(json_agg(row), '[]')::text as json
    from (select ${rowJson(list)} as row from ${sql.table(list.table.name)} order by ${list.table.order}) as ordered`

/** All rows in their order, for whoever works on them. */
export async function selectRows(db: Kysely<DB>, list: List): Promise<Row[]> {
  const { rows } = await sql<{ row: Row }>`
    select ${rowJson(list)} as row from ${sql.table(list.table.name)} order by ${list.table.order}`.execute(db)
  return rows.map(({ row }) => row)
}

/** Errors: what the constraints of the table mean, e.g. TITLE_EXIST. */
export async function addRow(ctx: Ctx, list: List, values: Record<string, unknown>): Promise<Row> {
  const columns = sql.join(list.fields.map((field) => sql.ref(snake(field))))
  const { rows } = await sql<{ row: Row }>`
    insert into ${sql.table(list.table.name)} (${columns})
    values (${sql.join(list.fields.map((field) => values[field]))}) returning ${rowJson(list)} as row`.execute(ctx.db)
  return one(rows)
}

/** Errors: NOT_FOUND, STALE_VERSION with the row saved now. */
export async function updateRow(ctx: Ctx, list: List, id: string, values: Record<string, unknown>): Promise<Row> {
  const sets = list.fields.map((field) => sql`${sql.ref(snake(field))} = ${values[field]}`)
  const { rows } = await sql<{ row: Row }>`
    update ${sql.table(list.table.name)} set ${sql.join([...sets, sql`version = version + 1`])}
     where id = ${id} and version = ${values.version} returning ${rowJson(list)} as row`.execute(ctx.db)
  if (rows.length === 0) fail('STALE_VERSION', { current: await getRow(ctx, list, id) })
  return one(rows)
}

/** Errors: NOT_FOUND, IN_USE with the tables that name the row and how often. */
export async function removeRow(ctx: Ctx, list: List, id: string): Promise<undefined> {
  await getRow(ctx, list, id)
  const usedBy = await usesOf(ctx.db, list.table.name, [id])
  if (usedBy.length > 0) fail('IN_USE', { usedBy })
  await sql`delete from ${sql.table(list.table.name)} where id = ${id}`.execute(ctx.db)
}

/** Names another row wherever this one is named; answers in how many places. Errors: NOT_FOUND, VALIDATION for itself. */
export async function replaceRow(ctx: Ctx, list: List, id: string, otherId: string): Promise<{ replaced: number }> {
  if (id === otherId) fail('VALIDATION', { fields: [{ path: 'otherId', invalid: 'sameEntry' }] })
  await getRow(ctx, list, id)
  await getRow(ctx, list, otherId)
  return { replaced: await replaceUses(ctx.db, list.table.name, id, otherId) }
}

async function getRow(ctx: Ctx, list: List, id: string): Promise<Row> {
  const { rows } = await sql<{ row: Row }>`
    select ${rowJson(list)} as row from ${sql.table(list.table.name)} where id = ${id}`.execute(ctx.db)
  return one(rows)
}

function rowJson({ shown }: List): RawBuilder<unknown> {
  const pairs = shown.map(({ name, isText }) => {
    const column = sql.ref(snake(name))
    return sql`${sql.lit(name)}, ${isText ? sql`${column}::text` : column}`
  })
  return sql`json_build_object('id', id, 'version', version, ${sql.join(pairs)})`
}

const one = (rows: readonly { row: Row }[]): Row => rows[0]?.row ?? fail('NOT_FOUND')
const snake = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
