import type { FastifyRequest } from 'fastify'
import { CompiledQuery, sql } from 'kysely'
import type { Permission } from '#contract/permissions'
import { type Database, preparedMark } from '../db/db.ts'
import { addressOf } from './address.ts'
import type { Actor } from './context.ts'
import { languageOf, sessionHash, sessionHolds, tabOf } from './session.ts'

/** How long a caller is cached. The database notifies of changes; this limits the harm when a notification gets lost. */
const rememberedMs = 20_000
const mostRemembered = 10_000

/** Finds out who makes a request. */
export interface Actors {
  of(request: FastifyRequest): Promise<Actor>
  /** Returns the session of a request whose caller is cached, without a query. */
  rememberedSession(request: FastifyRequest): string | null
  /** Returns the session of a request if it was valid when last looked up, however long ago. */
  seenSession(request: FastifyRequest): string | null
  /** Returns the session of a request while it is valid. */
  sessionOf(request: FastifyRequest): Promise<string | null>
  /** Returns the user of a session without prolonging it; null when it has ended. */
  ofSession(hash: Buffer): Promise<SignedIn | null>
  /** Returns those sessions, in hex, that have not ended. */
  lasting(hashes: readonly Buffer[]): Promise<Set<string>>
  /** Registers a callback for whenever sessions or permissions may have changed; returns a function that removes it. */
  onChange(callback: () => void): () => void
  /** Empties the cache, so that the next request sees what was just committed. */
  forget(): void
  close(): void
}

/** A user with a valid session. */
export interface SignedIn {
  readonly id: string
  readonly username: string
  readonly roles: readonly string[]
  readonly permissions: ReadonlySet<Permission>
  readonly secondFactorMissing: boolean
}

interface Known extends SignedIn {
  readonly isStale: boolean
  readonly until: number
}

/** Caches callers for a short time while the database notifies of changes to sessions, users and roles. */
export function openActors(database: Database): Actors {
  const remembered = new Map<string, Known>()
  /** Session hashes, ordered by their last look-up; the oldest comes first. */
  const seen = new Set<string>()
  let isTold = false
  let changes = 0
  const callbacks = new Set<() => void>()
  const forget = () => {
    changes++
    remembered.clear()
    for (const callback of callbacks) callback()
  }
  const close = database.listener.on('actors', {
    notified: forget,
    connected(isConnected) {
      isTold = isConnected
      forget()
    },
  })

  function noteSeen(key: string, lasts: boolean) {
    seen.delete(key)
    if (lasts) seen.add(key)
    const [oldest] = seen
    if (oldest !== undefined && seen.size > mostRemembered) seen.delete(oldest)
  }

  async function find(hash: Buffer): Promise<Known | null> {
    const key = keyOf(hash)
    const known = remembered.get(key)
    if (known && known.until > Date.now()) return known
    const before = changes
    const found = await findActor(database, hash)
    noteSeen(key, found !== null)
    if (found?.isStale) await touch(database, hash)
    if (found && isTold && before === changes && remembered.size < mostRemembered) remembered.set(key, found)
    return found
  }

  return {
    async of(request) {
      const language = languageOf(request)
      const address = addressOf(request)
      const tab = tabOf(request)
      const hash = sessionHash(request)
      const found = hash && (await find(hash))
      if (!found) return { ...nobody, language, address, tab }
      const { until, isStale, ...known } = found
      return { ...known, sessionHash: hash, language, address, tab }
    },
    rememberedSession: (request) => sessionIn(remembered, request),
    seenSession: (request) => sessionIn(seen, request),
    async sessionOf(request) {
      const hash = sessionHash(request)
      return hash && (await find(hash)) ? keyOf(hash) : null
    },
    async ofSession(hash) {
      const found = await findActor(database, hash)
      return found && !found.secondFactorMissing ? found : null
    },
    async lasting(hashes) {
      const { rows } = await sql<{ token_hash: Buffer }>`
        select token_hash from session s
         where token_hash = any (${[...hashes]}::bytea[]) and ${sql.raw(sessionHolds)}`.execute(database.kysely)
      return new Set(rows.map(({ token_hash }) => token_hash.toString('hex')))
    },
    onChange(callback) {
      callbacks.add(callback)
      return () => void callbacks.delete(callback)
    },
    forget,
    close,
  }
}

const keyOf = (hash: Buffer) => hash.toString('base64')

function sessionIn(known: { has(key: string): boolean }, request: FastifyRequest): string | null {
  const hash = sessionHash(request)
  const key = hash && keyOf(hash)
  return key !== null && known.has(key) ? key : null
}

const nobody = {
  id: null,
  username: '',
  roles: [],
  permissions: new Set<Permission>(),
  sessionHash: null,
  secondFactorMissing: false,
}

export interface RightsRow {
  id: string
  username: string
  roles: string[]
  permissions: string | null
}
/** Columns for a user `u` with roles and permissions, in a query grouped by user. */
export const rightsColumns = `u.id, u.username,
         coalesce(array_agg(distinct r.name) filter (where r.id is not null), '{}') as roles,
         (select string_agg(distinct p, ' ' order by p) from user_role ur2 join role r2 on r2.id = ur2.role_id,
                 unnest(r2.permissions) p where ur2.user_id = u.id) as permissions`
export const rightsJoin = `
    left join user_role ur on ur.user_id = u.id
    left join role r on r.id = ur.role_id`

export const rightsOf = ({ id, username, roles, permissions }: RightsRow) => ({
  id,
  username,
  roles,
  permissions: new Set((permissions ?? '').split(' ').filter(Boolean) as Permission[]),
})

interface Row extends RightsRow {
  missing: boolean
  stale: boolean
}
const userOfSession = `
  ${preparedMark} select ${rightsColumns}, s.seen_at < now() - interval '1 minute' as stale,
         coalesce(bool_or(r.requires_second_factor), false) and u.second_factor_confirmed_at is null as missing
    from session s
    join app_user u on u.id = s.user_id and not u.disabled and u.deleted_at is null
    ${rightsJoin}
   where s.token_hash = $1 and ${sessionHolds}
   group by u.id, s.token_hash`

const touch = ({ kysely }: Database, hash: Buffer) =>
  kysely.updateTable('session').set({ seen_at: sql`now()` }).where('token_hash', '=', hash).execute()

/** Returns session, user, roles and permissions with one query; null for a disabled or removed user. */
async function findActor({ kysely: db }: Database, hash: Buffer): Promise<Known | null> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(userOfSession, [hash]))
  const [user] = rows
  if (!user) return null
  return {
    ...rightsOf(user),
    isStale: user.stale,
    secondFactorMissing: user.missing,
    until: Date.now() + rememberedMs,
  }
}
