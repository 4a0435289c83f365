import type { Endpoint } from '#contract/endpoint'
import { inTurn } from './turns.ts'

/** One search takes three connections of twenty, a tile of the dashboards up to five: the rest is for all others. */
const costlyAtOnce = 3

/** Whoever asked went away before it was their turn. */
export const hasLeft = Symbol('has left')

export const isCostly = ({ costly }: Endpoint, query: unknown): boolean =>
  costly === true || (costly !== undefined && Boolean((query as Record<string, unknown>)[costly]))

interface Line {
  readonly inOrder: ReturnType<typeof inTurn>
  calls: number
}
/** Of each session that has such a call. */
const lines = new Map<string, Line>()

interface Response {
  readonly destroyed: boolean
  once(event: 'finish' | 'close', done: () => void): unknown
}

/**
 * Answers what `work` does, of each session a few at once and the others in the order in which they came. A turn ends with the
 * work and with what is sent of it: a table that is exported is read while it is sent.
 */
export async function costlyInTurn<T>(
  session: string,
  response: Response,
  work: () => Promise<T>,
): Promise<T | typeof hasLeft> {
  const line = lines.get(session) ?? { inOrder: inTurn(costlyAtOnce), calls: 0 }
  lines.set(session, line)
  line.calls += 1
  const sent = new Promise<void>((resolve) => {
    if (response.destroyed) resolve()
    response.once('finish', resolve)
    response.once('close', resolve)
  })
  return new Promise((resolve, reject) => {
    const turn = line.inOrder(async () => {
      if (response.destroyed) return resolve(hasLeft)
      const working = work()
      working.then(resolve, reject)
      await Promise.allSettled([working, sent])
    })
    void turn.finally(() => {
      line.calls -= 1
      if (line.calls === 0) lines.delete(session)
    })
  })
}
