import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { CompiledQuery, sql } from 'kysely'
import type { Permission } from '#contract/permissions'
import { type Database, plannedMark } from '../db/db.ts'
import { addressOf } from './address.ts'
import type { Actor } from './context.ts'
import { languageOf, sessionHash, sessionHolds } from './session.ts'

/** So long a caller is remembered; the database tells of changes, this is for when its word gets lost. */
const rememberedMs = 20_000
const mostRemembered = 10_000
/** So often it is tried whether the database's word arrives, and so long it may take. */
const beatMs = 5000
const answerMs = 5000

/** Knows who makes a request. */
export interface Actors {
  of(request: FastifyRequest): Promise<Actor>
  /** Forgets everybody: whatever was just committed holds for the next request. */
  forget(): void
  close(): Promise<void>
}

interface Known {
  readonly id: string
  readonly username: string
  readonly roles: readonly string[]
  readonly permissions: ReadonlySet<Permission>
  readonly secondFactorMissing: boolean
  readonly until: number
}

/** Remembers callers for a moment, as long as the database tells of changes to sessions, users and roles. */
export function openActors(database: Database): Actors {
  const remembered = new Map<string, Known>()
  const closing = new AbortController()
  let isTold = false
  let changes = 0
  const forget = () => {
    changes++
    remembered.clear()
  }
  const listening = listen(database, closing.signal, {
    change: forget,
    told(told) {
      if (told === isTold) return
      isTold = told
      forget()
    },
  })

  async function find(hash: Buffer): Promise<Known | null> {
    const key = hash.toString('base64')
    const known = remembered.get(key)
    if (known && known.until > Date.now()) return known
    const before = changes
    const found = await findActor(database, hash)
    if (found && isTold && before === changes && remembered.size < mostRemembered) remembered.set(key, found)
    return found
  }

  return {
    async of(request) {
      const language = languageOf(request)
      const address = addressOf(request)
      const hash = sessionHash(request)
      const found = hash && (await find(hash))
      if (!found) return { ...nobody, language, address }
      const { until, ...known } = found
      return { ...known, sessionHash: hash, language, address }
    },
    forget,
    async close() {
      closing.abort()
      await listening
    },
  }
}

const nobody = {
  id: null,
  username: '',
  roles: [],
  permissions: new Set<Permission>(),
  sessionHash: null,
  secondFactorMissing: false,
}

interface Row {
  id: string
  username: string
  roles: string[]
  permissions: string | null
  missing: boolean
  stale: boolean
}
const userOfSession = `
  ${plannedMark} select u.id, u.username, s.seen_at < now() - interval '1 minute' as stale,
         coalesce(array_agg(distinct r.name) filter (where r.id is not null), '{}') as roles,
         (select string_agg(distinct p, ' ' order by p) from user_role ur2 join role r2 on r2.id = ur2.role_id,
                 unnest(r2.permissions) p where ur2.user_id = u.id) as permissions,
         coalesce(bool_or(r.requires_second_factor), false) and u.second_factor_confirmed_at is null as missing
    from session s
    join app_user u on u.id = s.user_id and not u.disabled and u.deleted_at is null
    left join user_role ur on ur.user_id = u.id
    left join role r on r.id = ur.role_id
   where s.token_hash = $1 and ${sessionHolds}
   group by u.id, s.token_hash`

/** One query for session, user, roles and permissions. A disabled or removed user is nobody. */
async function findActor({ kysely: db }: Database, hash: Buffer): Promise<Known | null> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(userOfSession, [hash]))
  const [user] = rows
  if (!user) return null
  if (user.stale) await db.updateTable('session').set({ seen_at: sql`now()` }).where('token_hash', '=', hash).execute()
  return {
    id: user.id,
    username: user.username,
    roles: user.roles,
    permissions: new Set((user.permissions ?? '').split(' ').filter(Boolean) as Permission[]),
    secondFactorMissing: user.missing,
    until: Date.now() + rememberedMs,
  }
}

interface Listener {
  change(): void
  told(told: boolean): void
}

/**
 * Listens on a connection of its own until `signal`; while there is none, nobody is told. Word is sent to it from another
 * one: a connection that is cut without notice, or shared by a pooler, is there and yet hears nothing.
 */
async function listen({ pool }: Database, signal: AbortSignal, listener: Listener): Promise<void> {
  while (!signal.aborted) {
    try {
      const client = await pool.connect()
      const lost = new AbortController()
      const either = AbortSignal.any([signal, lost.signal])
      const beat = randomUUID()
      let heard = () => {}
      client.on('notification', ({ payload }) => {
        if (payload === beat) heard()
        else if (!payload) listener.change()
      })
      client.on('error', () => lost.abort())
      client.on('end', () => lost.abort())
      try {
        await client.query('listen actors')
        while (!either.aborted) {
          const arrival = new Promise<void>((resolve) => {
            heard = resolve
          })
          await pool.query('select pg_notify($1, $2)', ['actors', beat])
          await within(answerMs, arrival, either)
          listener.told(true)
          await sleep(beatMs, undefined, { signal: either, ref: false })
        }
      } finally {
        listener.told(false)
        client.release(true)
      }
    } catch {
      if (!signal.aborted) await sleep(1000, undefined, { signal }).catch(() => {})
    }
  }
}

/** Waits for `arrival`. Errors: one when it takes longer, or `signal` is aborted. */
async function within(ms: number, arrival: Promise<void>, signal: AbortSignal): Promise<void> {
  const late = sleep(ms, true, { signal, ref: false })
  if (await Promise.race([arrival, late])) throw new Error(`nothing was heard for ${ms} ms`)
}
