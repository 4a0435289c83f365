import type { Socket } from 'node:net'
import type { Costly, Endpoint } from '#contract/endpoint'
import { inTurn } from './turns.ts'

/** A search takes three connections of twenty, a tile of figures up to five, an export one: some are left for all others. */
const atOnce: Record<Costly['kind'], number> = { SEARCH: 2, FIGURES: 2, EXPORT: 1 }

/** Whoever asked went away before it was their turn. */
export const hasLeft = Symbol('has left')

/** The kind of a call that is costly with this query. */
export const costOf = ({ costly }: Endpoint, query: unknown): Costly['kind'] | undefined =>
  costly && (!costly.with || (query as Record<string, unknown>)[costly.with]) ? costly.kind : undefined

interface Line {
  readonly inOrder: ReturnType<typeof inTurn>
  calls: number
}
/** Of each session and kind of which there is a call. */
const lines = new Map<string, Line>()

interface Response {
  readonly destroyed: boolean
  once(event: 'finish' | 'close', done: () => void): unknown
}

/** To whom an answer goes. Of requests that came together Node tells only the first that the connection is gone. */
export interface Receiver {
  readonly session: string
  readonly response: Response
  readonly socket: Pick<Socket, 'destroyed' | 'once' | 'off'>
}

/**
 * Answers what `work` does, of each session and kind a few at once and the others in the order in which they came. A turn ends with the
 * work and with what is sent of it: a table that is exported is read while it is sent.
 */
export async function costlyInTurn<T>(
  kind: Costly['kind'],
  receiver: Receiver,
  work: () => Promise<T>,
): Promise<T | typeof hasLeft> {
  const name = `${kind} ${receiver.session}`
  const line = lines.get(name) ?? { inOrder: inTurn(atOnce[kind]), calls: 0 }
  lines.set(name, line)
  line.calls += 1
  const sent = isSent(receiver)
  return new Promise((resolve, reject) => {
    const turn = line.inOrder(async () => {
      if (isGone(receiver)) return resolve(hasLeft)
      const working = work()
      working.then(resolve, reject)
      await Promise.allSettled([working, sent])
    })
    void turn.finally(() => {
      line.calls -= 1
      if (line.calls === 0) lines.delete(name)
    })
  })
}

const isGone = ({ response, socket }: Receiver) => response.destroyed || socket.destroyed

const isSent = (receiver: Receiver) =>
  new Promise<void>((resolve) => {
    const { response, socket } = receiver
    const done = () => {
      socket.off('close', done)
      resolve()
    }
    if (isGone(receiver)) return resolve()
    response.once('finish', done)
    response.once('close', done)
    socket.once('close', done)
  })
