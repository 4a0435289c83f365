import { hash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { type Language, languageKey, languages } from '#contract/limits'
import { tabHeader } from '#contract/live'
import type { Config } from '../config.ts'
import type { DB } from '../db/schema.ts'

const cookieName = 'session'
const idleHours = 12
const maxDays = 30
/** SQL that is true for valid sessions (alias s): used recently, and not begun too long ago. */
export const sessionHolds = `s.seen_at > now() - interval '${idleHours} hours' and s.created_at > now() - interval '${maxDays} days'`

/** Returns the hash of the request's session cookie, as the database holds it; null without a cookie. */
export function sessionHash(request: FastifyRequest): Buffer | null {
  const token = request.cookies[cookieName]
  if (!token || token.length >= 100) return null
  const known = hashes.get(request) ?? hashOf(token)
  hashes.set(request, known)
  return known
}
/** Hash of each request's session, because the rate limit, the check of the caller and others need it. */
const hashes = new WeakMap<FastifyRequest, Buffer>()
const hashOf = (token: string) => hash('sha256', token, 'buffer')

/** Writes a new session for the user and returns the token for the cookie. */
export async function openSession(db: Kysely<DB>, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('session')
    .values({ token_hash: hashOf(token), user_id: userId })
    .execute()
  await sql`delete from session s where not (${sql.raw(sessionHolds)})`.execute(db)
  return token
}

/** Ends all sessions of a user, or all but one; returns how many. */
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

/** Returns the id that a browser tab has given itself; empty for programs that send none. */
export function tabOf(request: FastifyRequest): string {
  const tab = request.headers[tabHeader]
  return typeof tab === 'string' && /^[\w-]{1,24}$/.test(tab) ? tab : ''
}

/**
 * Returns the language of a request; German where it asks for none of ours. Screens send the language of their tab.
 * What the browser opens by itself, such as a link to a file, sends the languages of the browser; there the cookie
 * holds the one chosen in the product.
 */
export function languageOf({ cookies, headers }: FastifyRequest): Language {
  const asked = headers['accept-language']
  const named = [asked, cookies?.[languageKey]].flatMap((one) => languages.filter((language) => language === one))
  return named[0] ?? languageIn(asked)
}

/** Returns the language that an Accept-Language header asks for. */
export function languageIn(header = ''): Language {
  const asked = header.split(',').map((part) => part.trim().slice(0, 2).toUpperCase())
  return languages.find((language) => language === asked[0]) ?? asked.find(isLanguage) ?? 'DE'
}
const isLanguage = (text: string): text is Language => (languages as readonly string[]).includes(text)
