import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Heartbeat, openSessionLocks, type SessionLocks, usualHeartbeat } from '../../db/session-locks.ts'
import { openDisturbance } from '../../disturbance.ts'
import type { AppContext } from '../../http/context.ts'
import { isAway } from '../../http/problem.ts'
import { runHistory } from './history-runs.ts'
import { giveBack, type Reader, takeOver } from './reader.ts'
import { type Log, runMailbox } from './run-mailbox.ts'
import { WakeUp } from './wake.ts'

/** Interval in milliseconds at which unread mailboxes are searched for. */
const searchMs = 5000
/** Upper limit of the wait for readers to end after the connection was lost: their queries may hang as well. */
const patienceMs = 10_000

export interface Pace extends Heartbeat {
  /** Milliseconds after which a process that lost its locks has stopped, including time for its last work. */
  readonly takeOverMs: number
}
const usualPace: Pace = { ...usualHeartbeat, takeOverMs: usualHeartbeat.limitMs + 1000 }

interface Running {
  readonly wakeUp: WakeUp
  readonly stop: AbortController
  readonly ended: Promise<void>
}

/**
 * Reads every mailbox that no other process reads. The advisory locks belong to one connection: when it is lost,
 * everything stops and starts again, so that no mailbox is ever read twice at once.
 */
export function startSync(appContext: AppContext, log: Log, pace: Partial<Pace> = {}): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const disturbance = openDisturbance(log, 'the reading of mailboxes')
  const work = async () => {
    while (!stopping.signal.aborted) {
      await readMailboxes(appContext, stopping.signal, log, { ...usualPace, ...pace }, disturbance.over).catch(
        (error: unknown) => {
          if (isAway(error)) disturbance.begun(error)
          else log.error({ err: error }, 'the mailboxes are disturbed')
        },
      )
      if (!stopping.signal.aborted) await sleep(1000, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const ended = work()
  return {
    async stop() {
      stopping.abort()
      await Promise.race([ended, sleep(15_000, undefined, { ref: false })])
    },
  }
}

/** Reads mailboxes until the signal, or until the connection with the locks is lost. */
async function readMailboxes(
  appContext: AppContext,
  stopping: AbortSignal,
  log: Log,
  pace: Pace,
  reached: () => void,
): Promise<void> {
  const running = new Map<string, Running>()
  const locks = await openSessionLocks(appContext.database.pool, pace)
  const signal = AbortSignal.any([stopping, locks.lost])
  const token = randomUUID()
  reached()
  const search = new WakeUp()
  const stopListening = appContext.database.listener.on('mailbox', {
    notified(mailbox) {
      for (const [id, { wakeUp }] of running) if (!mailbox || mailbox === id) wakeUp.request()
      search.request()
    },
    // Notifications may have been missed while the connection was down.
    connected(isConnected) {
      if (!isConnected) return
      for (const { wakeUp } of running.values()) wakeUp.request()
      search.request()
    },
  })
  const begin = (id: string) => {
    const wakeUp = new WakeUp()
    const stop = new AbortController()
    const reader = { mailboxId: id, token, lost: locks.lost }
    const ended = readOne(appContext, locks, reader, wakeUp, AbortSignal.any([signal, stop.signal]), log, pace)
      .catch((error: unknown) => {
        if (!signal.aborted) log.error({ mailbox: id, err: error }, 'a mailbox is disturbed')
      })
      .then(() => void running.delete(id))
    running.set(id, { wakeUp, stop, ended })
  }
  try {
    while (!signal.aborted) {
      search.take()
      const active = await activeMailboxes(appContext)
      for (const [id, { stop }] of running) if (!active.includes(id)) stop.abort()
      for (const id of active) if (!running.has(id) && (await locks.tryLock('readingMailbox', id))) begin(id)
      await runHistory(appContext, signal)
      await search.wait(searchMs, signal)
    }
  } finally {
    stopListening()
    const ended = Promise.all([...running.values()].map(({ ended }) => ended))
    await (locks.lost.aborted ? Promise.race([ended, sleep(patienceMs, undefined, { ref: false })]) : ended)
    locks.close()
  }
}

async function activeMailboxes({ database }: AppContext): Promise<string[]> {
  const rows = await database.kysely
    .selectFrom('mailbox')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('active', '=', true)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Reads a mailbox whose lock this process has until the signal, and then gives it back. */
async function readOne(
  appContext: AppContext,
  locks: SessionLocks,
  reader: Reader,
  wakeUp: WakeUp,
  signal: AbortSignal,
  log: Log,
  { takeOverMs }: Pace,
): Promise<void> {
  const { database, services } = appContext
  // The private socket of the embedded database cannot be cut without both ends knowing.
  const waitMs = services.config.databaseUrl ? takeOverMs : 0
  try {
    await takeOver(database.kysely, reader, waitMs, signal)
    await runMailbox(appContext, reader, wakeUp, signal, log)
  } finally {
    if (!locks.lost.aborted) {
      await giveBack(database.kysely, reader)
      await locks.unlock('readingMailbox', reader.mailboxId)
    }
  }
}
