import { articleFields, dossierFields, packageFields } from '#contract/orders/dossiers'
import { flameFields } from '#contract/orders/flame-changes'
import { decimalsOf } from '../../db/rows.ts'
import { type Fields, type Merged, merging } from '../boards/boards.ts'

// Merges an edit with what others have saved since, field by field and row by row.

export type { Merged } from '../boards/boards.ts'
export type Row = Fields & { readonly id?: string | undefined }

export const mergeFields = merging((...values) => same(...values))

/** Whether two values of a field mean the same; decimals are texts that may differ in notation. */
function same(field: string, one: unknown, other: unknown): boolean {
  return one === other || (decimals.has(field) && isText(one) && isText(other) && Number(one) === Number(other))
}
/** Fields that hold decimals. An order number is none, even if it has only digits: 0815 differs from 815. */
const decimals = decimalsOf(flameFields, dossierFields, articleFields, packageFields)
const isText = (value: unknown) => typeof value === 'string'

interface Sides<T extends Row> {
  /** Rows that the editor started from. */
  readonly base: readonly Row[]
  /** Rows that are saved. */
  readonly current: readonly Row[]
  /** Rows that were sent; those in neither `base` nor `current` are new. */
  readonly sent: readonly T[]
  /** Whether nobody has saved since the edit began. */
  readonly alone?: boolean
}

/** Returns the rows to save, in order. */
export function mergeRows<T extends Row>(
  { base, current, sent, alone = false }: Sides<T>,
  path: string,
): Merged<Row[]> {
  const collisions: string[] = []
  const was = byId(base)
  const is = byId(current)
  const mine = byId(sent)

  function kept(row: Row & { id: string }): Row | null {
    const own = mine.get(row.id)
    const before = was.get(row.id)
    if (!own) {
      if (before && !alone && differs(before, row)) collisions.push(`${path}.${row.id}`)
      return before ? null : row
    }
    const { value, collisions: found } = mergeFields(before ?? row, row, without(own), {
      path: `${path}.${row.id}.`,
      alone,
    })
    collisions.push(...found)
    return { ...row, ...value }
  }

  const merged = new Map<string, Row>()
  for (const row of is.values()) {
    const result = kept(row)
    if (result) merged.set(row.id, result)
  }
  for (const row of mine.values()) {
    const before = was.get(row.id)
    if (!is.has(row.id) && before && differs(before, row)) collisions.push(`${path}.${row.id}`)
  }

  const order = mergeOrder(idsOf(base), idsOf(current), idsOf(sent))
  if (!order) collisions.push(path)
  const theirs = current.map((row) => merged.get(row.id ?? '')).filter((row) => row !== undefined)
  const isNew = ({ id }: Row) => !id || !(was.has(id) || is.has(id))
  const ours = sent.map((row) => (isNew(row) ? row : merged.get(row.id ?? ''))).filter((row) => row !== undefined)
  return { value: order === 'sent' ? weave(ours, theirs) : weave(theirs, ours), collisions }
}

/** Returns whose order the rows get that all three sides have; null when both sides changed it differently. */
function mergeOrder(base: readonly string[], current: readonly string[], sent: readonly string[]) {
  const common = base.filter((id) => current.includes(id) && sent.includes(id))
  const [before, theirs, ours] = [base, current, sent].map((ids) => ids.filter((id) => common.includes(id)).join())
  if (ours === before || ours === theirs) return 'current'
  return theirs === before ? 'sent' : null
}

/** Returns the leading rows with the additional rows of the others, each after the row it follows there. */
function weave(leading: readonly Row[], others: readonly Row[]): Row[] {
  const rows = [...leading]
  let place = 0
  for (const row of others) {
    const at = rows.indexOf(row)
    if (at === -1) rows.splice(place, 0, row)
    place = (at === -1 ? place : at) + 1
  }
  return rows
}

/** Whether a field of the row changed; its position and version do not count. */
export const differs = (before: Row, row: Row) =>
  Object.entries(without(row)).some(([key, value]) => key in before && !same(key, value, before[key]))

/** Returns a row without its id and the fields that the server computes. */
const without = ({ id: _id, version: _version, orderKey: _orderKey, ...fields }: Row): Fields => fields

const idsOf = (rows: readonly Row[]) => rows.flatMap(({ id }) => (id ? [id] : []))
const byId = <R extends Row>(rows: readonly R[]) =>
  new Map(rows.flatMap((row) => (row.id ? [[row.id, row as R & { id: string }] as const] : [])))
