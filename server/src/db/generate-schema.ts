import fs from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { openDatabase } from './db.ts'
import { migrate, readMigrations } from './migrate.ts'
import { startScratchPostgres } from './postgres/scratch.ts'

const folder = import.meta.dirname
const groupsFolder = path.join(folder, 'schema')

/** Text of modules by their path below this folder. */
type Modules = Map<string, string>

/** TypeScript type of a column by the name of its type; all others arrive as text. */
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

/**
 * SQL for the constraints on a column `a` of a table `c` alone: its CHECKs. The expression of a generated column counts
 * as one.
 */
export const checksOfColumn = `ARRAY(
  SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k
   WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]
  UNION ALL
  SELECT format('CHECK ((%I = %s))', a.attname, pg_get_expr(d.adbin, d.adrelid)) FROM pg_attrdef d
   WHERE d.adrelid = c.oid AND d.adnum = a.attnum AND a.attgenerated <> '')`

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isArray: boolean
  readonly nullable: boolean
  readonly hasDefault: boolean
  readonly alwaysGenerated: boolean
  /** The column belongs to a composite type, not to a table. */
  readonly isType: boolean
  /** Constraints that `checksOfColumn` finds. */
  readonly checks: readonly string[]
}

/** Returns the Kysely types of the schema public: a module per group of tables, and `schema.ts`, which joins them. */
export async function schemaOf(client: pg.Pool | pg.ClientBase, groupOf = slicesOfTables()): Promise<Modules> {
  const { rows } = await client.query<Column>(`
    SELECT c.relname AS table, a.attname AS name, coalesce(item.typname, base.typname, t.typname) AS type,
      item.oid IS NOT NULL AS "isArray", NOT (a.attnotnull OR t.typnotnull) AS nullable,
      (a.atthasdef AND a.attgenerated = '') OR a.attidentity = 'd' AS "hasDefault",
      a.attgenerated <> '' OR a.attidentity = 'a' AS "alwaysGenerated",
      c.relkind = 'c' AS "isType",
      ${checksOfColumn} AS checks
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_type base ON base.oid = t.typbasetype
    LEFT JOIN pg_type item ON item.oid = t.typelem AND t.typcategory = 'A'
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'c') AND NOT c.relispartition
      AND c.relname NOT IN ('schema_migration', 'schema_function')
      AND NOT EXISTS (
        SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e'
      )
    ORDER BY c.relname COLLATE "C", a.attnum`)
  const tables = Map.groupBy(rows, (column) => column.table)
  const groups = Map.groupBy(tables, ([table]) => groupOf(table))
  const withTables = new Set([...tables].filter(([, columns]) => !isType(columns)).map(([table]) => groupOf(table)))
  const modules = [...groups].map(([group, its]) => [`schema/${group}.ts`, moduleOf(group, its)] as const)
  return new Map([...modules, ['schema.ts', joined([...withTables].sort())]])
}

/** Tables by slice, where the migration that creates them has another name. */
const named: Readonly<Record<string, string>> = {
  users:
    'app_user user_role role role_default session recovery_code login_failure sign_in_place table_preference product_setting',
  history: 'history',
  contacts: 'contact_card contact_order contact_listed contact_search_pending',
  'contact-duplicates': 'contact_duplicate_group contact_duplicate_total',
  emails: 'mailbox_reader absence_email',
  flames: 'flame_pickup',
  boards: 'blackboard blackboard_step blackboard_user blackboard_role',
  pickups: 'locked_pickup_date pickup_limit holiday_region',
  appointments: 'predefined_time_slot',
  'appointment-mail': 'appointment_mail_fault',
  booking: 'booking_request',
  calls: 'phone_call phone_call_person unused_call_message sipgate_account',
  'master-data': 'sector warehouse forwarding_agency delivery_condition payment_condition pallet product',
  'document-classifications': 'document_classification document_classification_user document_classification_role',
  'todo-packages': 'todo_package todo_template',
  templates: 'mail_template email_signature template_document',
  calculations: 'calc_factor steel_tube wood_frame',
  galleries: 'library_document',
  files: 'stored_file file_check file_text',
}
const sliceOf = new Map(
  Object.entries(named).flatMap(([slice, tables]) => tables.split(' ').map((table) => [table, slice])),
)

/**
 * Returns a function that finds the module of a table: by `named`, otherwise by the migration that creates the table.
 * 0012_comments.sql makes the tables of schema/comments.ts.
 */
function slicesOfTables(): (table: string) => string {
  const groups = new Map<string, string>()
  for (const { name, sql } of readMigrations()) {
    const group = name.replace(/^\d+_|\.sql$/g, '').replaceAll('_', '-')
    for (const [, table = ''] of sql.matchAll(/^create (?:(?:unlogged )?table|view|materialized view|type) (\w+)/gim))
      groups.set(table, sliceOf.get(table) ?? group)
  }
  return (table) => {
    const group = groups.get(table)
    if (!group) throw new Error(`No migration says «create table ${table}», so that its types belong nowhere.`)
    return group
  }
}

const isType = (columns: readonly Column[]) => columns[0]?.isType === true

const note = '// Written by `npm run types:db` from the migrated database.\n'

function moduleOf(group: string, tables: readonly [string, Column[]][]): string {
  const interfaces = tables.map(([table, columns]) => {
    const its = interfaceOf(typeName(table), columns.map(propertyOf))
    return isType(columns) ? `export ${its}` : its
  })
  const all = tables.filter(([, columns]) => !isType(columns)).map(([table]) => `${table}: ${typeName(table)}`)
  const body = [...interfaces, ...(all.length > 0 ? [`export ${interfaceOf(tablesOf(group), all)}`] : [])].join('\n')
  const imports = importOf(['ColumnType'], 'kysely', body) + importOf(['Generated', 'Json'], '../column-types.ts', body)
  return `${note}${imports}\n${body}`
}

/** Returns an import of those types that the text uses; empty when it uses none. */
function importOf(types: readonly string[], from: string, text: string): string {
  const named = types.filter((type) => new RegExp(`\\b${type}\\b`).test(text))
  return named.length > 0 ? `import type { ${named.join(', ')} } from '${from}'\n` : ''
}

function joined(groups: readonly string[]): string {
  const imports = groups.map((group) => `import type { ${tablesOf(group)} } from './schema/${group}.ts'\n`)
  return `${note}${imports.join('')}\nexport interface DB\n  extends ${groups.map(tablesOf).join(',\n    ')} {}\n`
}

function propertyOf(column: Column): string {
  const known = column.checks.map(knownValues).find((values) => values.length > 0)
  const single = known?.map((value) => `'${value}'`).join(' | ') ?? typescriptTypes[column.type] ?? 'string'
  const several = known && known.length > 1 ? `(${single})[]` : `${single}[]`
  const value = (column.isArray ? several : single) + (column.nullable ? ' | null' : '')
  if (column.alwaysGenerated) return `${column.name}: ColumnType<${value}, never, never>`
  return `${column.name}: ${column.hasDefault ? `Generated<${value}>` : value}`
}

/** Returns the values that a CHECK such as `state in ('OPEN', 'CLOSED')` allows, also for arrays; else nothing. */
export function knownValues(check: string): string[] {
  if (!/^CHECK \(\(\w+ (=|<@) (ANY \()?(ARRAY\[)?'\w+'::text[^()]*\)+$/.test(check)) return []
  return [...check.matchAll(/'(\w+)'::text/g)].map(([, value = '']) => value)
}

function interfaceOf(name: string, properties: string[]): string {
  return `interface ${name} {\n${properties.map((property) => `  ${property}\n`).join('')}}\n`
}

const tablesOf = (group: string) => `${typeName(group)}Tables`

const typeName = (name: string) => name.replace(/(?:^|[_-])(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Returns the modules as they are on disk. */
export function writtenSchema(): Modules {
  const files = ['schema.ts', ...fs.readdirSync(groupsFolder).map((file) => `schema/${file}`)]
  return new Map(files.map((file) => [file, fs.readFileSync(path.join(folder, file), 'utf8')]))
}

function writeSchema(modules: Modules): void {
  fs.rmSync(groupsFolder, { recursive: true, force: true })
  fs.mkdirSync(groupsFolder)
  for (const [file, text] of modules) fs.writeFileSync(path.join(folder, file), text)
}

async function main(): Promise<void> {
  const postgres = await startScratchPostgres()
  const database = openDatabase(postgres.connection)
  try {
    await migrate(database.pool)
    const schema = await schemaOf(database.pool)
    if (!process.argv.includes('--check')) {
      writeSchema(schema)
    } else if (!isDeepStrictEqual(writtenSchema(), schema)) {
      console.error('server/src/db/schema.ts and schema/ do not fit the migrations: run `npm run types:db`.')
      process.exitCode = 1
    }
  } finally {
    await database.close()
    await postgres.stop()
  }
}

if (import.meta.main) await main()
