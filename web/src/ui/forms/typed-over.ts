type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Returns a deep copy of plain values; files and similar objects are shared. */
export function snapshot<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(snapshot) as Value
  if (!isMembers(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, snapshot(inner)])) as Value
}

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * Merges the changes made during a save (from `sent` to `now`) into the saved values, in which rows have ids. A moved
 * row is recognised by its sent content.
 */
export function typedOver(saved: unknown, sent: unknown, now: unknown): unknown {
  if (isSame(sent, now)) return saved
  if (Array.isArray(saved) && Array.isArray(sent) && Array.isArray(now)) {
    if (saved.length !== sent.length) return now
    // each of several equal rows matches a different sent row, preferably at the same index
    const left = new Set(sent.keys())
    const sameAt = (row: unknown, places: Iterable<number>) => {
      const at = [...places].find((place) => left.has(place) && isSame(sent[place], row)) ?? -1
      left.delete(at)
      return at
    }
    const inPlace = now.map((row, at) => sameAt(row, [at]))
    return now.map((row, at) => {
      const known = (inPlace[at] ?? -1) >= 0 ? at : sameAt(row, left)
      if (known >= 0) return saved[known]
      return now.length === sent.length ? typedOver(saved[at], sent[at], row) : row
    })
  }
  if (!isMembers(saved) || !isMembers(sent) || !isMembers(now)) return now
  const names = new Set([...Object.keys(saved), ...Object.keys(now)])
  return Object.fromEntries([...names].map((name) => [name, typedOver(saved[name], sent[name], now[name])]))
}
