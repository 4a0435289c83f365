import type { masterData } from '@glut/contract/master-data'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Ctx } from '../http/context.ts'
import { fail } from '../http/problem.ts'

/** Which table each plain list lives in; its columns are the fields of the contract in snake case. */
export const tables = {
  sectors: 'sector',
  steelTubes: 'steel_tube',
  woodFrames: 'wood_frame',
} as const satisfies Record<keyof typeof masterData, keyof DB>

export type Row = { id: string; version: number } & Record<string, unknown>

/** A plain list: its table and the fields of its rows. */
export interface List {
  readonly table: keyof DB
  readonly fields: readonly string[]
}

/** The rows by their first field. */
export const listRows = (ctx: Ctx, list: List): Promise<Row[]> => select(ctx.db, list)

/** Errors: what the constraints of the table mean, e.g. TITLE_EXIST. */
export async function addRow(ctx: Ctx, list: List, values: Record<string, unknown>): Promise<Row> {
  const columns = sql.join(list.fields.map((field) => sql.ref(snake(field))))
  const { rows } = await sql<{ id: string }>`
    insert into ${sql.table(list.table)} (${columns}) values (${sql.join(list.fields.map((field) => values[field]))})
    returning id`.execute(ctx.db)
  return one(await select(ctx.db, list, rows[0]?.id))
}

/** Errors: NOT_FOUND, STALE_VERSION with the row saved now. */
export async function updateRow(ctx: Ctx, list: List, id: string, values: Record<string, unknown>): Promise<Row> {
  const sets = list.fields.map((field) => sql`${sql.ref(snake(field))} = ${values[field]}`)
  const { rows } = await sql`
    update ${sql.table(list.table)} set ${sql.join([...sets, sql`version = version + 1`])}
     where id = ${id} and version = ${values.version} returning id`.execute(ctx.db)
  const now = one(await select(ctx.db, list, id))
  if (rows.length === 0) fail('STALE_VERSION', { current: now })
  return now
}

/** Errors: NOT_FOUND, IN_USE with the tables that name the row and how often. */
export async function removeRow(ctx: Ctx, list: List, id: string): Promise<undefined> {
  one(await select(ctx.db, list, id))
  const usedBy: { what: string; count: number }[] = []
  for (const { table, column } of await references(ctx.db, list)) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(ctx.db)
    if (rows[0] && rows[0].count > 0) usedBy.push({ what: table, count: rows[0].count })
  }
  if (usedBy.length > 0) fail('IN_USE', { usedBy })
  await sql`delete from ${sql.table(list.table)} where id = ${id}`.execute(ctx.db)
}

/** Names another row wherever this one is named; answers in how many places. Errors: NOT_FOUND. */
export async function replaceRow(ctx: Ctx, list: List, id: string, otherId: string): Promise<{ replaced: number }> {
  one(await select(ctx.db, list, id))
  one(await select(ctx.db, list, otherId))
  let replaced = 0
  for (const { table, column } of await references(ctx.db, list)) {
    const { rows } = await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${otherId} where ${sql.ref(column)} = ${id} returning 1`.execute(
      ctx.db,
    )
    replaced += rows.length
  }
  return { replaced }
}

async function select(db: Kysely<DB>, { table, fields }: List, id?: string): Promise<Row[]> {
  const columns = ['id', 'version', ...fields].map((field) => sql`${sql.ref(snake(field))} as ${sql.ref(field)}`)
  const which = id === undefined ? sql`true` : sql`id = ${id}`
  const first = sql.ref(snake(fields[0] ?? 'id'))
  const { rows } = await sql<Row>`
    select ${sql.join(columns)} from ${sql.table(table)} where ${which} order by fold(${first}::text), id`.execute(db)
  return rows
}

/** The columns of other tables that point to a list, as the database knows them. */
async function references(db: Kysely<DB>, { table }: List): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select own.relname as table, a.attname as column
      from pg_constraint k
      join pg_class own on own.oid = k.conrelid
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.confrelid = ${table}::regclass order by 1, 2`.execute(db)
  return rows
}

const one = (rows: Row[]): Row => rows[0] ?? fail('NOT_FOUND')
const snake = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
