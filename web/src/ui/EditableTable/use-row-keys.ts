import { useRef } from 'react'

interface Field {
  /** Regenerated each time the form is reset. */
  readonly key: string
  /** Set for a saved row. */
  readonly id?: string | undefined
}

interface Row {
  readonly field: string
  readonly id: string | undefined
  readonly key: string
}

/**
 * Returns row keys that survive a reset of the form with the saved values: with new keys React would remount the rows
 * and lose the cursor and the input. A new row is recognised by its position.
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
