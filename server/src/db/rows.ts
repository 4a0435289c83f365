import { type RawBuilder, sql, type UpdateType } from 'kysely'
import type { z } from 'zod'
import type { DB } from './schema.ts'

// Maps a shape of the contract to columns of a table: what is read, written and compared follows from its schemas. The
// mapping is computed once, when a slice is loaded.

type Shape = Readonly<Record<string, z.ZodType>>

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? '' : '_'}${Lowercase<First>}${SnakeCase<Rest>}`
  : ''
type ByRule<Field extends string> = SnakeCase<Field extends `${infer Name}Ref` ? `${Name}Id` : Field>

/** Returns the default column of a field: `productRef` is product_id. */
export const columnOf = (field: string): string =>
  field.replace(/Ref$/, 'Id').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

type ColumnOf<Table extends keyof DB> = keyof DB[Table] & string
type FieldOf<Fields extends Shape> = keyof Fields & string

/** Fields whose column has another name, with that column. */
type Others<Table extends keyof DB, Fields extends Shape> = {
  readonly [Field in FieldOf<Fields> as ByRule<Field> extends ColumnOf<Table> ? never : Field]: ColumnOf<Table>
}

/** The fields of a shape with their columns. */
export interface Columns<Fields extends Shape, Named extends Record<FieldOf<Fields>, string>> {
  readonly fields: Fields
  readonly names: Named
}
type AnyColumns = Columns<Shape, Record<string, string>>

type Names<Fields extends Shape, Given> = {
  readonly [Field in FieldOf<Fields>]: Field extends keyof Given ? Given[Field] & string : ByRule<Field>
}

/** Values that a column takes; undefined leaves it out. */
type TakenBy<Table extends keyof DB, Column> = Column extends keyof DB[Table]
  ? UpdateType<DB[Table][Column]> | undefined
  : never

/** Whether values belong to a closed list. */
type IsClosed<Value> = [Value] extends [string | null | undefined] ? (string extends Value ? false : true) : false

/** Refuses values of a closed list for a column that takes any text, because its CHECK is missing. */
type Closed<Value, Taken> = string extends Taken ? (IsClosed<Value> extends true ? never : Taken) : Taken

/** The fields as schemas of values that their columns take. */
type Fitting<Table extends keyof DB, Fields extends Shape, Named extends Record<FieldOf<Fields>, string>> = {
  readonly [Field in FieldOf<Fields>]: z.ZodType<Closed<z.output<Fields[Field]>, TakenBy<Table, Named[Field]>>>
}

/**
 * Returns the columns of a shape. A field without a column does not compile: either a migration is missing, or `others`
 * must name the column. Nor does a field whose values the column does not take.
 */
export function columnsOf<Table extends keyof DB, Fields extends Shape, const Given extends Others<Table, Fields>>(
  _table: Table,
  fields: Fields & Fitting<Table, Fields, Names<Fields, Given>>,
  ...[others]: object extends Others<Table, Fields> ? [] : [others: Given]
): Columns<Fields, Names<Fields, Given>> {
  const names = Object.keys(fields).map((field) => {
    const other = (others as Record<string, string> | undefined)?.[field]
    return [field, other ?? columnOf(field)] as const
  })
  return { fields, names: Object.fromEntries(names) as Names<Fields, Given> }
}

/** Returns the innermost type of a schema, without nullable, default or transformation. */
export function bare(schema: z.ZodType): { type: string; format: unknown } {
  const { def } = schema as z.ZodType & {
    def: { type: string; format?: string; innerType?: z.ZodType; in?: z.ZodType }
  }
  const inner = def.innerType ?? def.in
  return inner ? bare(inner) : { type: def.type, format: def.format ?? schema.meta()?.format }
}

/** Returns SQL for a column in an answer: an exact decimal as text without trailing zeros, an instant in UTC. */
function shown(schema: z.ZodType, alias: string, column: string): string {
  const value = `${alias}.${column}`
  const { format } = bare(schema)
  if (format === 'decimal') return `trim_scale(${value})::text`
  return format === 'datetime' ? `iso(${value})` : value
}

const each = (alias: string, { fields, names }: AnyColumns) =>
  Object.entries(fields).map(([field, schema]) => [field, shown(schema, alias, names[field] as string)] as const)

/** Returns `a.product_id as "productRef", …` for the table with this alias. */
export const selected = (alias: string, columns: AnyColumns): RawBuilder<unknown> =>
  sql.raw(
    each(alias, columns)
      .map(([field, value]) => `${value} as "${field}"`)
      .join(', '),
  )

/** Returns `'productRef', a.product_id, …` for a json_build_object. */
export const jsonPairs = (alias: string, columns: AnyColumns): RawBuilder<unknown> =>
  sql.raw(
    each(alias, columns)
      .map(([field, value]) => `'${field}', ${value}`)
      .join(', '),
  )

type ValuesOf<Fields extends Shape, Named extends Record<FieldOf<Fields>, string>> = {
  [Field in FieldOf<Fields> as Named[Field]]?: z.output<Fields[Field]>
}

/** Returns the given values by column; undefined ones are left out. */
export function valuesOf<Fields extends Shape, Named extends Record<FieldOf<Fields>, string>>(
  { names }: Columns<Fields, Named>,
  given: { readonly [Field in FieldOf<Fields>]?: z.output<Fields[Field]> },
): ValuesOf<Fields, Named> {
  const values: Record<string, unknown> = {}
  for (const field in names) {
    const value = given[field]
    if (value !== undefined) values[names[field]] = value
  }
  return values as ValuesOf<Fields, Named>
}

/** Returns the fields that hold exact decimals: texts that can be written in several ways. */
export const decimalsOf = (...shapes: readonly Shape[]): ReadonlySet<string> =>
  new Set(
    shapes
      .flatMap((shape) => Object.entries(shape))
      .flatMap(([field, schema]) => (bare(schema).format === 'decimal' ? [field] : [])),
  )

/** Columns that an edit sets besides its fields. */
export const edited = { version: sql<number>`version + 1`, updated_at: sql<string>`now()` }
