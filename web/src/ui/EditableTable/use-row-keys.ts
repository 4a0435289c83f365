import { useRef } from 'react'

interface Field {
  /** Made anew each time that the form begins over. */
  readonly key: string
  /** Of a row that is saved. */
  readonly id?: string | undefined
}

interface Row {
  readonly field: string
  readonly id: string | undefined
  readonly key: string
}

/**
 * Keys of the rows of a form that stay theirs when it begins over with what was saved: drawn anew, they would lose the cursor and
 * what is typed next. A new row is known again by where it stood.
 */
export function useRowKeys(fields: readonly Field[]): string[] {
  const before = useRef<readonly Row[]>([])
  const byField = new Map(before.current.map((row) => [row.field, row]))
  const byId = new Map(before.current.flatMap((row) => (row.id ? [[row.id, row] as const] : [])))
  const taken = new Set<string>()
  const rows = fields.map(({ key: field, id }, index): Row => {
    const there = before.current[index]
    const known = byField.get(field) ?? (id ? byId.get(id) : undefined) ?? (there?.id ? undefined : there)
    const key = known && !taken.has(known.key) ? known.key : field
    taken.add(key)
    return { field, id, key }
  })
  before.current = rows
  return rows.map(({ key }) => key)
}
