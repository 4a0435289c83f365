import type { crud } from '@glut/contract/endpoint'
import { masterData } from '@glut/contract/master-data'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Ctx } from '../http/context.ts'
import { fail } from '../http/problem.ts'
import { type Routes, routes } from '../http/routes.ts'

type Crud = ReturnType<typeof crud>
type Row = { id: string; version: number } & Record<string, unknown>

/** Which table each plain list lives in; its columns are the fields of the contract in snake case. */
const tables = { sectors: 'sector' } as const satisfies Record<keyof typeof masterData, keyof DB>

/** The calls of every plain list. */
export const masterDataRoutes: readonly Routes[] = Object.entries(masterData).map(([name, api]) =>
  listRoutes(api as unknown as Crud, tables[name as keyof typeof masterData]),
)

function listRoutes(api: Crud, table: keyof DB): Routes {
  const fields = Object.keys((api.add.body as unknown as { shape: object }).shape)
  return routes(api, {
    list: ({ ctx }) => select(ctx.db, table, fields),
    add: ({ ctx, body }) => add(ctx, table, fields, body as Record<string, unknown>),
    update: ({ ctx, params, body }) => update(ctx, table, fields, params.id, body as Row),
    remove: async ({ ctx, params }) => {
      const { rows } = await sql`delete from ${sql.table(table)} where id = ${params.id} returning id`.execute(ctx.db)
      if (rows.length === 0) fail('NOT_FOUND')
      return undefined
    },
  })
}

async function select(db: Kysely<DB>, table: keyof DB, fields: readonly string[], id?: string): Promise<Row[]> {
  const columns = sql.join(
    ['id', 'version', ...fields].map((field) => sql`${sql.ref(snake(field))} as ${sql.ref(field)}`),
  )
  const which = id === undefined ? sql`true` : sql`id = ${id}`
  const first = sql.ref(snake(fields[0] ?? 'id'))
  const { rows } =
    await sql<Row>`select ${columns} from ${sql.table(table)} where ${which} order by fold(${first}::text), id`.execute(
      db,
    )
  return rows
}

async function add(
  ctx: Ctx,
  table: keyof DB,
  fields: readonly string[],
  values: Record<string, unknown>,
): Promise<Row> {
  const columns = sql.join(fields.map((field) => sql.ref(snake(field))))
  const { rows } = await sql<Row>`
    insert into ${sql.table(table)} (${columns}) values (${sql.join(fields.map((field) => values[field]))})
    returning id`.execute(ctx.db)
  return one(await select(ctx.db, table, fields, rows[0]?.id))
}

async function update(ctx: Ctx, table: keyof DB, fields: readonly string[], id: string, values: Row): Promise<Row> {
  const sets = sql.join(fields.map((field) => sql`${sql.ref(snake(field))} = ${values[field]}`))
  const { rows } = await sql`
    update ${sql.table(table)} set ${sets}, version = version + 1
     where id = ${id} and version = ${values.version} returning id`.execute(ctx.db)
  const now = one(await select(ctx.db, table, fields, id))
  if (rows.length === 0) fail('STALE_VERSION', { current: now })
  return now
}

const one = (rows: Row[]): Row => rows[0] ?? fail('NOT_FOUND')
const snake = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
