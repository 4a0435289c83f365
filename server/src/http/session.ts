import { createHash, randomBytes } from 'node:crypto'
import { type Language, languages, limits } from '@glut/contract/limits'
import type { Permission } from '@glut/contract/permissions'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { Config } from '../config.ts'
import { plannedMark } from '../db/db.ts'
import type { DB } from '../db/schema.ts'
import type { Actor } from './context.ts'

const cookieName = 'session'
const idle = sql.raw(`interval '${limits.session.idleHours} hours'`)

/** The hash of the request's session cookie, as the database holds it; null without a cookie. */
function sessionHash(request: FastifyRequest): Buffer | null {
  const token = request.cookies[cookieName]
  return token && token.length < 100 ? hashOf(token) : null
}
const hashOf = (token: string) => createHash('sha256').update(token).digest()

interface FoundUser {
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
   where s.token_hash = $1 and s.seen_at > now() - interval '${limits.session.idleHours} hours'
   group by u.id, s.token_hash`

/** Few combinations of permissions are held by many. */
const sets = new Map<string, ReadonlySet<Permission>>()
function setOf(permissions: string): ReadonlySet<Permission> {
  const known = sets.get(permissions)
  if (known) return known
  const set = new Set(permissions.split(' ').filter(Boolean) as Permission[])
  sets.set(permissions, set)
  return set
}

/** Who makes the request: one query for session, user, roles and permissions. A disabled or removed user is nobody. */
export async function actorOf(request: FastifyRequest, db: Kysely<DB>): Promise<Actor> {
  const language = languageOf(request)
  const nobody: Actor = {
    id: null,
    username: '',
    roles: [],
    permissions: new Set(),
    sessionHash: null,
    secondFactorMissing: false,
    language,
    address: request.ip,
  }
  const hash = sessionHash(request)
  if (!hash) return nobody
  const found = await db.executeQuery<FoundUser>(CompiledQuery.raw(userOfSession, [hash]))
  const user = found.rows[0]
  if (!user) return nobody
  if (user.stale) await db.updateTable('session').set({ seen_at: sql`now()` }).where('token_hash', '=', hash).execute()
  return {
    id: user.id,
    username: user.username,
    roles: user.roles,
    permissions: setOf(user.permissions ?? ''),
    sessionHash: hash,
    secondFactorMissing: user.missing,
    language,
    address: request.ip,
  }
}

/** Writes a new session for the user and answers the token for the cookie. */
export async function openSession(db: Kysely<DB>, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('session')
    .values({ token_hash: hashOf(token), user_id: userId })
    .execute()
  await sql`delete from session where seen_at < now() - ${idle}`.execute(db)
  return token
}

/** Ends the sessions of a user, all or all but one; answers how many. */
export async function closeSessions(db: Kysely<DB>, userId: string, except?: Buffer | null): Promise<number> {
  let closing = db.deleteFrom('session').where('user_id', '=', userId)
  if (except) closing = closing.where('token_hash', '!=', except)
  return Number((await closing.executeTakeFirst()).numDeletedRows)
}

export function setSessionCookie(reply: FastifyReply, token: string | null, config: Config): void {
  const secure = config.publicUrl ? config.publicUrl.protocol === 'https:' : reply.request.protocol === 'https'
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  if (token === null) reply.clearCookie(cookieName, options)
  else reply.setCookie(cookieName, token, options)
}

/** The language that the client asks for; German when it asks for none of ours. */
export function languageOf(request: FastifyRequest): Language {
  const asked = (request.headers['accept-language'] ?? '')
    .split(',')
    .map((part) => part.trim().slice(0, 2).toUpperCase())
  return languages.find((language) => language === asked[0]) ?? asked.find(isLanguage) ?? 'DE'
}
const isLanguage = (text: string): text is Language => (languages as readonly string[]).includes(text)
