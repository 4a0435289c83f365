import { availableParallelism } from 'node:os'

/**
 * As many changes at once as the processors get done. More connections that work in turn have the database load what each of
 * them keeps for itself: saved by sixteen people, a dossier took it half as long again with twenty connections as with six.
 */
const changesAtOnce = 3 * Math.max(2, availableParallelism())
/** Who waits longer goes all the same: those before may wait for a lock, or have much to do. */
const patienceMs = 250

export const changesInTurn = inTurn(changesAtOnce, patienceMs)

/** Lets only so many run at once, in the order in which they came; who has waited for so long is not held up any more. */
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
