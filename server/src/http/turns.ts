import { availableParallelism } from 'node:os'

/**
 * As many changes at once as the processors can do. With more connections in use the database loads the caches of each:
 * saved by sixteen people, a dossier took half as long again with twenty connections as with six.
 */
const changesAtOnce = 3 * Math.max(2, availableParallelism())
/** A change that waits longer goes ahead: those before it may wait for a lock or have much to do. */
const patienceMs = 250

export const changesInTurn = inTurn(changesAtOnce, patienceMs)

/** Returns a function that runs at most `atOnce` tasks at a time, in order; after `patienceMs` one starts anyway. */
export function inTurn(atOnce: number, patienceMs?: number) {
  let running = 0
  const waiting = new Set<() => void>()

  const turn = () =>
    new Promise<void>((resolve) => {
      const go = () => {
        clearTimeout(timer)
        waiting.delete(go)
        running += 1
        resolve()
      }
      const timer = patienceMs === undefined ? undefined : setTimeout(go, patienceMs)
      waiting.add(go)
    })

  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1
    else await turn()
    try {
      return await run()
    } finally {
      running -= 1
      const [next] = waiting
      if (running < atOnce) next?.()
    }
  }
}
