/** Numbers that come out the same for the same seed. */
export interface Random {
  /** At least 0 and less than `below`. */
  number(below: number): number
  whole(below: number): number
  /** True in so many of a hundred cases. */
  chance(percent: number): boolean
}

/** Mulberry32: 32 bits of state, even enough for choosing moments. */
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
