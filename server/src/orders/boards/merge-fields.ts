export type Fields = Readonly<Record<string, unknown>>

export interface Merged<T> {
  readonly value: T
  /** What both changed, each in another way. */
  readonly collisions: readonly string[]
}

/** Merges fields by what counts as the same value of one. */
export function merging(same: (field: string, one: unknown, other: unknown) => boolean) {
  /** The fields that were sent and differ from what is saved now; a field that only others changed stays theirs. */
  return function mergeFields<T extends Fields>(base: Fields, current: Fields, sent: T, path = ''): Merged<Partial<T>> {
    const changes: Partial<T> = {}
    const collisions: string[] = []
    for (const key of Object.keys(sent) as (keyof T & string)[]) {
      const value = sent[key]
      if (value === undefined || same(key, value, base[key]) || same(key, value, current[key])) continue
      if (same(key, base[key], current[key])) changes[key] = value
      else collisions.push(path + key)
    }
    return { value: changes, collisions }
  }
}
