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

/** Knows who makes a request. */
export interface Actors {
  of(request: FastifyRequest): Promise<Actor>
  /** The session of a request whose caller is remembered, without asking the database. */
  rememberedSession(request: FastifyRequest): string | null
  /** The session of a request that lasted when it was last looked up, however long ago. */
  seenSession(request: FastifyRequest): string | null
  /** The session of a request, as long as it lasts. */
  sessionOf(request: FastifyRequest): Promise<string | null>
  /** Whose session it is, without prolonging it; null when it has ended. */
  ofSession(hash: Buffer): Promise<SignedIn | null>
  /** Those of the sessions that have not ended, in hex. */
  lasting(hashes: readonly Buffer[]): Promise<Set<string>>
  /** Calls back whenever somebody's session or rights may have changed, until the returned function is called. */
  onChange(callback: () => void): () => void
  /** Forgets everybody: whatever was just committed holds for the next request. */
  forget(): void
  close(): void
}

/** Somebody whose session lasts. */
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

/** Remembers callers for a moment, as long as the database tells of changes to sessions, users and roles. */
export function openActors(database: Database): Actors {
  const remembered = new Map<string, Known>()
  /** By their hashes; the one that was looked up last is the last. */
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
/** Who a user `u` is and what they hold, in a query that is grouped by them. */
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

/** One query for session, user, roles and permissions. A disabled or removed user is nobody. */
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
