import fs from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { openDatabase } from './db.ts'
import { migrate } from './migrate.ts'
import { startScratchPostgres } from './postgres/scratch.ts'

export const schemaFile = path.join(import.meta.dirname, 'schema.ts')

const head = `// Written by \`npm run types:db\` from the migrated database.
import type { ColumnType } from 'kysely'

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/** Goes in as text (\`JSON.stringify\`), because the driver would make a PostgreSQL array of an array. */
export type Json = ColumnType<JsonValue, string, string>

/** A column with a default. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
`

/** What a column holds, by the name of its type; anything else arrives as text. */
const typescriptTypes: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  oid: 'number',
  json: 'Json',
  jsonb: 'Json',
  bytea: 'Buffer',
}

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isArray: boolean
  readonly nullable: boolean
  readonly hasDefault: boolean
  readonly alwaysGenerated: boolean
}

/** The Kysely types of everything that stands in the schema public, as the text of a module. */
export async function schemaOf(client: pg.Pool | pg.ClientBase): Promise<string> {
  const { rows } = await client.query<Column>(`
    SELECT c.relname AS table, a.attname AS name, coalesce(item.typname, base.typname, t.typname) AS type,
      item.oid IS NOT NULL AS "isArray", NOT (a.attnotnull OR t.typnotnull) AS nullable,
      (a.atthasdef AND a.attgenerated = '') OR a.attidentity = 'd' AS "hasDefault",
      a.attgenerated <> '' OR a.attidentity = 'a' AS "alwaysGenerated"
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_type base ON base.oid = t.typbasetype
    LEFT JOIN pg_type item ON item.oid = t.typelem AND t.typcategory = 'A'
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm') AND NOT c.relispartition
      AND c.relname <> 'schema_migration'
      AND NOT EXISTS (
        SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e'
      )
    ORDER BY c.relname COLLATE "C", a.attnum`)
  const tables = Map.groupBy(rows, (column) => column.table)
  if (tables.size === 0) return `${head}\nexport type DB = Record<string, never>\n`
  const interfaces = [...tables].map(([table, columns]) => interfaceOf(typeName(table), columns.map(propertyOf)))
  const database = [...tables.keys()].map((table) => `${table}: ${typeName(table)}`)
  return `${[head, ...interfaces, interfaceOf('DB', database)].join('\n')}`
}

function propertyOf(column: Column): string {
  const single = typescriptTypes[column.type] ?? 'string'
  const value = (column.isArray ? `${single}[]` : single) + (column.nullable ? ' | null' : '')
  if (column.alwaysGenerated) return `${column.name}: ColumnType<${value}, never, never>`
  return `${column.name}: ${column.hasDefault ? `Generated<${value}>` : value}`
}

function interfaceOf(name: string, properties: string[]): string {
  return `export interface ${name} {\n${properties.map((property) => `  ${property}\n`).join('')}}\n`
}

function typeName(table: string): string {
  return table.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

async function main(): Promise<void> {
  const postgres = await startScratchPostgres()
  const database = openDatabase(postgres.connection)
  try {
    await migrate(database.pool)
    const schema = await schemaOf(database.pool)
    if (!process.argv.includes('--check')) {
      fs.writeFileSync(schemaFile, schema)
    } else if (fs.readFileSync(schemaFile, 'utf8') !== schema) {
      console.error('server/src/db/schema.ts does not fit the migrations: run `npm run types:db`.')
      process.exitCode = 1
    }
  } finally {
    await database.close()
    await postgres.stop()
  }
}

if (import.meta.main) await main()
