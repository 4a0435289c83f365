import type { Socket } from 'node:net'
import type { Costly, Endpoint } from '#contract/endpoint'
import { inTurn } from './turns.ts'

/**
 * Costly calls that run at once, per kind and session. A search takes three of twenty connections, a tile of figures up
 * to five, an export one: some must be left for all others.
 */
const atOnce: Record<Costly['kind'], number> = { SEARCH: 2, FIGURES: 2, EXPORT: 1 }

/** Result for a caller who left before their turn. */
export const hasLeft = Symbol('has left')

/** Returns the kind of a call that is costly with this query. */
export const costOf = ({ costly }: Endpoint, query: unknown): Costly['kind'] | undefined =>
  costly && (!costly.with || (query as Record<string, unknown>)[costly.with]) ? costly.kind : undefined

interface Line {
  readonly inOrder: ReturnType<typeof inTurn>
  calls: number
}
/** Queues by kind and session, while there are calls in them. */
const lines = new Map<string, Line>()

interface Response {
  readonly destroyed: boolean
  once(event: 'finish' | 'close', done: () => void): unknown
}

/** The receiver of an answer. `socket`, because Node tells only the first of pipelined requests that it is closed. */
export interface Receiver {
  readonly session: string
  readonly response: Response
  readonly socket: Pick<Socket, 'destroyed' | 'once' | 'off'>
}

/**
 * Runs `work` in turn: a few at once per session and kind, the others in the order of their arrival. A turn ends when
 * the work is done and its answer is sent, because an exported table is read while it is sent.
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
