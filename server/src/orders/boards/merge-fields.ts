export type Fields = Readonly<Record<string, unknown>>

export interface Merged<T> {
  readonly value: T
  /** What both changed, each in another way. */
  readonly collisions: readonly string[]
}

interface Around {
  /** What stands before the name of a field in a collision. */
  readonly path?: string
  /**
   * Nobody has saved since: what differs all the same was put in the place of something else, as when contacts were merged or an
   * entry of a list replaced. That is no edit that somebody could collide with.
   */
  readonly alone?: boolean
}

/** Merges fields by what counts as the same value of one. */
export function merging(same: (field: string, one: unknown, other: unknown) => boolean) {
  /** The fields that were sent and differ from what is saved now; a field that only others changed stays theirs. */
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
