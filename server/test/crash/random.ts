/** Random numbers that are equal for equal seeds. */
export interface Random {
  /** Returns a number from 0 to below `below`. */
  number(below: number): number
  whole(below: number): number
  /** Returns true in `percent` of a hundred cases. */
  chance(percent: number): boolean
}

/** Returns Mulberry32: 32 bits of state, uniform enough for choosing moments. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    number: (below) => next() * below,
    whole: (below) => Math.floor(next() * below),
    chance: (percent) => next() * 100 < percent,
  }
}
