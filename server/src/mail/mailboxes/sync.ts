import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'

import { locks } from '../../db/locks.ts'
import { openDisturbance } from '../../disturbance.ts'

import type { House } from '../../http/context.ts'
import { isAway } from '../../http/problem.ts'
import { runHistory } from './history-runs.ts'
import { Bell, type Log, runMailbox } from './run-mailbox.ts'

/** How often is looked for mailboxes that nobody reads. */
const searchMs = 5000

interface Running {
  readonly bell: Bell
  readonly stop: AbortController
  readonly ended: Promise<void>
}

/**
 * Reads every mailbox that no other process reads. The locks that say so belong to one connection: when that is lost,
 * everything stops and begins anew, so that no mailbox is ever read twice at once.
 */
export function startSync(house: House, log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const disturbance = openDisturbance(log, 'the reading of mailboxes')
  const work = async () => {
    while (!stopping.signal.aborted) {
      await ownMailboxes(house, stopping.signal, log, disturbance.over).catch((error: unknown) => {
        if (isAway(error)) disturbance.begun(error)
        else log.error({ err: error }, 'the mailboxes are disturbed')
      })
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

async function ownMailboxes(house: House, stopping: AbortSignal, log: Log, reached: () => void): Promise<void> {
  const running = new Map<string, Running>()
  const lost = new AbortController()
  const signal = AbortSignal.any([stopping, lost.signal])
  const client = await house.database.pool.connect()
  reached()
  client.on('error', () => lost.abort())
  client.on('end', () => lost.abort())
  const search = new Bell()
  // One question at a time.
  let asked: Promise<unknown> = Promise.resolve()
  const ask = (what: 'pg_try_advisory_lock' | 'pg_advisory_unlock', id: string): Promise<boolean> => {
    const answer = asked.then(() =>
      client.query(`select ${what}($1, hashtext($2)) as done`, [locks.readingMailbox, id]),
    )
    asked = answer.catch(() => lost.abort())
    return answer.then(({ rows }) => rows[0]?.done === true)
  }
  const unheard = house.database.listener.on('mailbox', {
    heard(mailbox) {
      for (const [id, { bell }] of running) if (!mailbox || mailbox === id) bell.ring()
      search.ring()
    },
    // what was missed meanwhile
    connected(isConnected) {
      if (!isConnected) return
      for (const { bell } of running.values()) bell.ring()
      search.ring()
    },
  })
  try {
    while (!signal.aborted) {
      search.answer()
      const { rows } = await sql<{ id: string }>`
        select id from mailbox where deleted_at is null and active order by id`.execute(house.database.kysely)
      for (const [id, { stop }] of running) if (!rows.some((row) => row.id === id)) stop.abort()
      for (const { id } of rows) {
        if (running.has(id)) continue
        if (!(await ask('pg_try_advisory_lock', id))) continue
        const bell = new Bell()
        const stop = new AbortController()
        const ended = runMailbox(house, id, bell, AbortSignal.any([signal, stop.signal]), log)
          .catch((error: unknown) => log.error({ mailbox: id, err: error }, 'a mailbox is disturbed'))
          .then(async () => {
            running.delete(id)
            await ask('pg_advisory_unlock', id).catch(() => {})
          })
        running.set(id, { bell, stop, ended })
      }
      await runHistory(house, signal)
      await search.wait(searchMs, signal)
    }
  } finally {
    unheard()
    lost.abort()
    await Promise.all([...running.values()].map(({ ended }) => ended))
    // Its locks go with it.
    client.release(true)
  }
}
