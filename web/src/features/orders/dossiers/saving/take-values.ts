import { type FlameValues, refsOfContact } from '../dossier-values.ts'

type Fields = Record<string, unknown>
type Row = Fields & { id?: string | undefined }

/** Path segment for all rows of a list; a path without it means their order. */
const allRows = '*'

const isRows = (field: string | undefined): field is 'articles' | 'packageInfos' =>
  field === 'articles' || field === 'packageInfos'

/**
 * Returns the value at a conflict path: `reminderAtUtc`, `dossier.notes`, `dossier.articles.<id>.quantity`,
 * `dossier.articles.<id>` for a row one user removed and the other changed, `dossier.articles` for the order of the
 * rows.
 */
export function valueAt(path: string, values: FlameValues): unknown {
  const [first = '', field, id, column] = path.split('.')
  if (first !== 'dossier') return (values as unknown as Fields)[first]
  if (!isRows(field)) return (values.dossier as unknown as Fields)[field ?? '']
  const rows = values.dossier[field] as readonly Row[]
  if (id === undefined || id === allRows) return rows
  const row = rows.find((one) => one.id === id)
  return column ? row?.[column] : row
}

/** Returns the paths of fields that differ, if the original is unknown. */
export function differing(one: FlameValues, other: FlameValues): string[] {
  const names = Object.keys(one).filter((name) => name !== 'dossier')
  const fields = Object.keys(one.dossier).map((name) => `dossier.${name}${isRows(name) ? `.${allRows}` : ''}`)
  const text = (path: string, values: FlameValues) => JSON.stringify(valueAt(path, values) ?? null)
  return [...names, ...fields].filter((path) => text(path, one) !== text(path, other))
}

/** Returns the changes between two states as conflict paths, without the order of rows. */
export function changes(from: FlameValues, to: FlameValues): string[] {
  const text = (path: string, values: FlameValues) => JSON.stringify(valueAt(path, values) ?? null)
  return differing(from, to).flatMap((path) => {
    const [, field] = path.split('.')
    if (!isRows(field)) return [path]
    const rows = (values: FlameValues) => values.dossier[field] as readonly Row[]
    const ids = new Set([...rows(from), ...rows(to)].flatMap(({ id }) => id ?? []))
    return [...ids].flatMap((id) => {
      const row = `dossier.${field}.${id}`
      const [before, after] = [valueAt(row, from), valueAt(row, to)] as [Row | undefined, Row | undefined]
      if (!before || !after) return [row]
      const columns = Object.keys({ ...before, ...after }).map((column) => `${row}.${column}`)
      return columns.filter((column) => text(column, from) !== text(column, to))
    })
  })
}

/**
 * Returns this user's values on top of a newer version, with the taken paths from there. A row deleted in the newer
 * version becomes a new one.
 */
export function takeOver(taken: readonly string[], theirs: FlameValues, mine: FlameValues): FlameValues {
  const result = take(taken, theirs, mine)
  const renew = <One extends Row>(rows: readonly One[], saved: readonly Row[]) =>
    rows.map((row) => (saved.some(({ id }) => id === row.id) ? row : { ...row, id: undefined }))
  const { articles, packageInfos } = theirs.dossier
  const dossier = {
    ...result.dossier,
    articles: renew(result.dossier.articles as Row[], articles as Row[]),
    packageInfos: renew(result.dossier.packageInfos as Row[], packageInfos as Row[]),
  }
  return { ...result, dossier } as FlameValues
}

/** Returns `into` with the values of `from` at the paths. A missing row is added with its id. */
export function take(paths: readonly string[], from: FlameValues, into: FlameValues): FlameValues {
  const result = structuredClone(into)
  const dossier = result.dossier as unknown as Fields
  for (const path of paths) {
    const [first = '', field = '', id, column] = path.split('.')
    const value = valueAt(path, from)
    if (first !== 'dossier') (result as unknown as Fields)[first] = value
    else if (isRows(field)) {
      const rows = dossier[field] as Row[]
      if (id === allRows) dossier[field] = structuredClone(value)
      else if (id === undefined) dossier[field] = inOrderOf(value as Row[], rows)
      else dossier[field] = withRow(rows, from.dossier[field].find((row) => row.id === id) as Row, id, column)
    } else {
      dossier[field] = value
      if (field === 'contactRef') for (const name of refsOfContact) dossier[name] = from.dossier[name]
    }
  }
  return result
}

function withRow(rows: readonly Row[], row: Row | undefined, id: string, column: string | undefined) {
  if (!row) return rows.filter((one) => one.id !== id)
  if (rows.every((one) => one.id !== id)) return [...rows, row]
  return rows.map((one) => (one.id !== id ? one : column ? { ...one, [column]: row[column] } : row))
}

/** Sorts rows like a leading list; rows missing there stay after their predecessor. */
function inOrderOf(leading: readonly Row[], rows: readonly Row[]): Row[] {
  const result = leading.flatMap(({ id }): Row[] => {
    const known = rows.find((row) => id !== undefined && row.id === id)
    return known ? [known] : []
  })
  for (const [index, row] of rows.entries()) {
    if (result.includes(row)) continue
    const before = index === 0 ? -1 : result.indexOf(rows[index - 1] as Row)
    result.splice(before + 1, 0, row)
  }
  return result
}
