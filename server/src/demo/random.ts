/** State from which contacts are drawn. */
export interface World {
  readonly random: () => number
  readonly mails: Set<string>
  /** Count of numbers used in each range. */
  readonly numbers: Map<string, number>
}

/** Returns a pseudo-random number generator (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const chance = (world: World, probability: number) => world.random() < probability

export function pick<T>(world: World, from: readonly T[]): T {
  const picked = from[Math.floor(world.random() * from.length)]
  if (picked === undefined) throw new Error('there is nothing to pick from')
  return picked
}

export const between = (world: World, least: number, most: number) =>
  least + Math.floor(world.random() * (most - least + 1))
