/** Lets at most so many works go on at once; the others wait for their turn, in order. */
export function inTurns(atOnce: number) {
  const waiting: (() => void)[] = []
  let working = 0
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (working < atOnce) working += 1
    else await new Promise<void>((turn) => waiting.push(turn))
    try {
      return await work()
    } finally {
      // Handed on, so that nobody slips in between.
      const next = waiting.shift()
      if (next) next()
      else working -= 1
    }
  }
}
