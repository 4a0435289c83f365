export type Fields = Readonly<Record<string, unknown>>

export interface Merged<T> {
  readonly value: T
  /** Paths of fields that both sides changed to different values. */
  readonly collisions: readonly string[]
}

interface Around {
  /** Prefix of the field names in collisions. */
  readonly path?: string
  /**
   * Whether nobody has saved since the edit began. A difference between base and current then comes from a replacement,
   * such as a merge of contacts or of list entries, and is no collision.
   */
  readonly alone?: boolean
}

/** Returns a merge of fields that compares values by `same`. */
export function merging(same: (field: string, one: unknown, other: unknown) => boolean) {
  /** Returns the sent fields that differ from the saved ones; a field that only others changed keeps their value. */
  return function mergeFields<T extends Fields>(
    base: Fields,
    current: Fields,
    sent: T,
    { path = '', alone = false }: Around = {},
  ): Merged<Partial<T>> {
    const changes: Partial<T> = {}
    const collisions: string[] = []
    for (const key of Object.keys(sent) as (keyof T & string)[]) {
      const value = sent[key]
      if (value === undefined || same(key, value, base[key]) || same(key, value, current[key])) continue
      if (alone || same(key, base[key], current[key])) changes[key] = value
      else collisions.push(path + key)
    }
    return { value: changes, collisions }
  }
}
