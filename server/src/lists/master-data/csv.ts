import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { z } from 'zod'
import { Id, oneLine } from '#contract/endpoint'
import { readExact, unitOf } from '#contract/figures'
import type { ImportedRow } from '#contract/lists/master-data'
import { quoted, withColon } from '#contract/sentences/written'
import { bare } from '../../db/rows.ts'
import { byteOrderMark, csvLine } from '../../files/spreadsheets/csv.ts'
import { type CsvRecord, rowsInTurn } from '../../files/spreadsheets/read-csv.ts'
import { refuse } from '../../files/spreadsheets/refuse.ts'
import type { FileReply } from '../../http/answers.ts'
import type { Ctx } from '../../http/context.ts'
import { fail, toProblem } from '../../http/problem.ts'
import { allowsNull } from './list-of.ts'
import { addRow, type List, listRows, type Row, updateRow } from './master-data.ts'

/** Returns all rows as CSV with the field names of the contract, so that the file can be imported again. */
export async function exportCsv(ctx: Ctx, list: List): Promise<FileReply> {
  const names = ['id', ...list.shown]
  const rows = await listRows(ctx, list)
  const others = await otherRows(ctx, list)
  const lines = rows.map((row) => csvLine(names.map((name) => others.nameOf(name, row[name]) ?? cellOf(row[name]))))
  const content = Buffer.from(byteOrderMark + csvLine(names) + lines.join(''))
  return { content, fileName: `${list.table.name}.csv`, contentType: 'text/csv; charset=utf-8' }
}

const cellOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null

/**
 * Adds and changes row by row; a rejected row does not affect the others. Fields without a column keep their values.
 * Errors: UNREADABLE_CSV if a column is missing without which every row would be rejected.
 */
export async function importCsv(ctx: Ctx, list: List, records: readonly CsvRecord[]): Promise<{ rows: ImportedRow[] }> {
  const lacking = lackingColumns(list, Object.keys(records[0]?.cells ?? {}))
  if (records.length > 0 && lacking.length > 0)
    refuse(ctx, 'noListColumns', { columns: lacking.map((one) => quoted(ctx.actor.language, one)).join(', ') })
  const known = index(list, await listRows(ctx, list))
  const others = await otherRows(ctx, list)
  const rows: ImportedRow[] = []
  for (const [index, { line, cells: typed }] of records.entries()) {
    if (index % rowsInTurn === 0) await setImmediate()
    const cells = others.withIds(typed)
    const before = known.find(cells)
    const title = cells.title ?? cells[list.fields[0]?.toLowerCase() ?? ''] ?? ''
    try {
      const unknown = others.unknownIn(cells)
      if (unknown.length > 0) fail('VALIDATION', { fields: unknown.map((path) => ({ path, invalid: 'unknownName' })) })
      const values = list.schema.parse({ ...before, ...valuesOf(list, cells) }, { reportInput: true })
      if (before && list.fields.every((field) => before[field] === values[field])) {
        rows.push({ line, title, result: 'UNCHANGED', reason: '' })
        continue
      }
      const saved = await alone(ctx, () =>
        before ? updateRow(ctx, list, before.id, { ...values, version: before.version }) : addRow(ctx, list, values),
      )
      known.keep(saved)
      rows.push({ line, title, result: before ? 'CHANGED' : 'CREATED', reason: '' })
    } catch (error) {
      rows.push({ line, title, result: 'REJECTED', reason: reasonOf(ctx, error, typed) })
    }
  }
  return { rows }
}

/** Returns the columns missing for new rows, unless the header has a column that identifies existing rows. */
function lackingColumns({ fields, schema, table: { key } }: List, head: readonly string[]): string[] {
  const lacks = (field: string) => !head.includes(field.toLowerCase())
  const isLacking = (field: string) => lacks(field) && !(schema.shape[field] as z.ZodType).safeParse(undefined).success
  const says = !lacks('id') || !lacks('title') || (key && !key.some(isLacking))
  return says ? [] : fields.filter(isLacking)
}

/** Resolves references to other tables: a file has their titles, or ids where a title is not unique. */
async function otherRows(ctx: Ctx, { table: { named = {} } }: List) {
  const fields = await Promise.all(
    Object.entries(named).map(async ([field, select]) => {
      const { rows } = await select.execute(ctx.db)
      const idsByName = Map.groupBy(rows, ({ title }) => title.toLowerCase())
      const idOf = (name: string) => {
        const found = idsByName.get(name.toLowerCase())
        return found?.length === 1 ? found[0]?.id : undefined
      }
      return { field, idOf, titles: new Map(rows.map(({ id, title }) => [id, title])) }
    }),
  )
  return {
    nameOf(name: string, id: unknown): string | undefined {
      const other = fields.find(({ field }) => field === name)
      const title = typeof id === 'string' ? other?.titles.get(id) : undefined
      return title !== undefined && other?.idOf(title) === id ? title : undefined
    },
    /** Returns the fields whose cell names no row or several. */
    unknownIn: (cells: CsvRecord['cells']): string[] =>
      fields
        .map(({ field }) => field)
        .filter((field) => {
          const cell = cells[field.toLowerCase()] ?? ''
          return cell !== '' && !Id.safeParse(cell).success
        }),
    withIds(cells: CsvRecord['cells']): CsvRecord['cells'] {
      const ids = fields.flatMap(({ field, idOf }) => {
        const name = field.toLowerCase()
        const id = idOf(cells[name] ?? '')
        return id === undefined ? [] : [[name, id] as const]
      })
      return { ...cells, ...Object.fromEntries(ids) }
    },
  }
}

/** Returns an index of the list's rows by the values that identify a row in the file. */
function index(list: List, rows: readonly Row[]) {
  const byId = new Map<unknown, Row>()
  const byTitle = new Map<unknown, Row>()
  const byKey = new Map<unknown, Row>()
  const keyOf = (values: Record<string, unknown>) =>
    JSON.stringify(list.table.key?.map((field) => values[field] ?? ''))?.toLowerCase()
  const keep = (row: Row) => {
    byId.set(row.id, row)
    if (list.table.key) byKey.set(keyOf(row), row)
    if (typeof row.title === 'string') byTitle.set(row.title.toLowerCase(), row)
  }
  rows.forEach(keep)
  return {
    keep,
    find: (cells: CsvRecord['cells']) =>
      byId.get(cells.id?.toLowerCase()) ??
      (cells.title ? byTitle.get(oneLine(cells.title).toLowerCase()) : undefined) ??
      byKey.get(keyOf(valuesOf(list, cells))),
  }
}

/** Returns the cells that are fields of the list, converted for the contract. */
function valuesOf(list: List, cells: CsvRecord['cells']): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, cell] of Object.entries(cells)) {
    const field = list.fields.find((one) => one.toLowerCase() === name)
    const schema = field && (list.schema.shape[field] as z.ZodType)
    if (schema) values[field] = fieldValue(schema, cell, unitOf(field))
  }
  return values
}

/** Converts a cell for its field; an unreadable value stays a text, which the contract rejects. */
function fieldValue(schema: z.ZodType, cell: string, unit: string): unknown {
  if (cell === '') return allowsNull(schema) ? null : schema.safeParse('').success ? '' : undefined
  const { type, format } = bare(schema)
  if (type === 'boolean') return yes.has(cell.toLowerCase()) ? true : no.has(cell.toLowerCase()) ? false : cell
  if (type === 'number') return wholeNumber(cell) ?? cell
  if (type === 'enum') return cell.toUpperCase()
  if (format === 'decimal') return readExact(cell, unit) ?? cell
  if (format === 'date') return cell.replace(/^(\d{1,2})\.(\d{1,2})\.(\d{4})$/, isoDate)
  return cell
}

function wholeNumber(cell: string): number | undefined {
  const figure = readExact(cell)
  return figure && /^-?\d+$/.test(figure) ? Number(figure) : undefined
}

const yes: ReadonlySet<string> = new Set(['true', 'wahr', 'vrai', 'ja', 'yes', 'oui', 'x', '1'])
const no: ReadonlySet<string> = new Set(['false', 'falsch', 'faux', 'nein', 'no', 'non', '-', '0'])

const isoDate = (_: string, day: string, month: string, year: string) =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

/** Runs the write of one row in a savepoint, so that a rejected row is undone without affecting the transaction. */
async function alone<T>(ctx: Ctx, write: () => Promise<T>): Promise<T> {
  await sql`savepoint one_row`.execute(ctx.db)
  try {
    const answer = await write()
    await sql`release savepoint one_row`.execute(ctx.db)
    return answer
  } catch (error) {
    await sql`rollback to savepoint one_row`.execute(ctx.db)
    throw error
  }
}

/**
 * Returns the sentence for a rejected row, with what its cells contain; rethrows an error that the row did not cause,
 * which ends the import.
 */
function reasonOf(ctx: Ctx, error: unknown, cells: CsvRecord['cells']): string {
  const { language } = ctx.actor
  const { problem, fault } = toProblem(error, language)
  if (fault || problem.status >= 500) throw error
  const named = (path: string) => {
    const cell = cells[path.toLowerCase()]
    return cell ? `${path} ${quoted(language, cell.slice(0, shownOfCell))}` : path
  }
  return problem.errors?.map(({ path, detail }) => withColon(language, named(path), detail)).join(' ') ?? problem.detail
}

const shownOfCell = 60
