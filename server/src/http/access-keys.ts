import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { KeyAccess, KeyScope } from '#contract/permissions'
import type { Database } from '../db/db.ts'
import { type RightsRow, rightsColumns, rightsJoin, rightsOf } from './actors.ts'
import { addressOf } from './address.ts'
import type { Actor, AppContext } from './context.ts'
import { fail } from './problem.ts'
import { languageOf } from './session.ts'
import type { Vault } from './vault.ts'

/** A program that calls with an access key, in the name of the key's user. */
export interface KeyHolder {
  readonly keyId: string
  readonly actor: Actor
}

interface Row extends RightsRow {
  keyId: string
  scope: KeyScope
  secret_hash: Buffer | null
  sealed_secret: Buffer | null
}

/** Returns the key of a request and its user. Errors: BAD_ACCESS_KEY, FORBIDDEN for a key of another scope. */
export async function keyHolder(
  appContext: AppContext,
  request: FastifyRequest,
  access: KeyAccess,
): Promise<KeyHolder> {
  const key =
    'key' in access
      ? await shownKey(appContext.database, request)
      : access.header
        ? await namedSigningKey(appContext, request, access.signature, access.header)
        : await signingKey(appContext, request, access.signature)
  if (!key) fail('BAD_ACCESS_KEY')
  if ('key' in access && key.scope !== access.key) fail('FORBIDDEN')
  await touch(appContext.database, key.keyId)
  const actor = {
    ...rightsOf(key),
    sessionHash: null,
    secondFactorMissing: false,
    language: languageOf(request),
    address: addressOf(request),
    tab: '',
    byKey: key.scope,
  }
  return { keyId: key.keyId, actor }
}

/** Whether a request to a call that accepts sessions and keys is checked by its key; its cookie is ignored then. */
export const showsKey = (request: FastifyRequest): boolean => request.headers.authorization !== undefined

/** `<id of the key>.<secret>` */
const wholeKey = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{20,200})$/i

/** Returns the key text: from `Bearer`, the password of `Basic`, or the path for callers that can send no header. */
function keyText({ headers, params }: FastifyRequest): string {
  const { authorization } = headers
  if (authorization === undefined) return (params as { key?: string }).key ?? ''
  const [, scheme = '', text = ''] = /^(Bearer|Basic) (\S+)$/i.exec(authorization) ?? []
  return scheme.toLowerCase() === 'basic'
    ? Buffer.from(text, 'base64')
        .toString()
        .replace(/^[^:]*:/, '')
    : text
}

async function shownKey(database: Database, request: FastifyRequest): Promise<Row | undefined> {
  const [, id, secret = ''] = wholeKey.exec(keyText(request)) ?? []
  if (!id) return undefined
  const [key] = await select(database, sql`k.id = ${id} and k.secret_hash is not null`)
  return key?.secret_hash && timingSafeEqual(hashOfSecret(secret), key.secret_hash) ? key : undefined
}

export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** How far the timestamp of a signature may be off; after that a recorded request cannot be replayed. */
const toleranceSeconds = 300

/**
 * Returns the key that signed a request according to Standard Webhooks: the headers `webhook-id`, `webhook-timestamp`
 * and `webhook-signature`, which holds one or several `v1,<HMAC-SHA256 in base64>` over `<id>.<timestamp>.<raw body>`.
 * No header names the key, so each key of the scope is tried.
 */
async function signingKey({ database, services }: AppContext, request: FastifyRequest, scope: KeyScope) {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signed } = request.headers
  if (typeof id !== 'string' || typeof at !== 'string' || typeof signed !== 'string') return undefined
  if (!/^\d{1,12}$/.test(at) || Math.abs(Date.now() / 1000 - Number(at)) > toleranceSeconds) return undefined
  const signatures = signed
    .split(' ')
    .slice(0, 5)
    .flatMap((one) => (one.startsWith('v1,') ? [one.slice(3)] : []))
  const given = signatures.map((one) => Buffer.from(one, 'base64'))
  const keys = await select(database, sql`k.scope = ${scope} and k.sealed_secret is not null`)
  return keys.find(({ sealed_secret }) => {
    const secret = sealed_secret && unsealed(services.vault, sealed_secret)
    if (!secret) return false
    const own = createHmac('sha256', secret).update(`${id}.${at}.`).update(bytesOf(request)).digest()
    return given.some((one) => one.length === own.length && timingSafeEqual(one, own))
  })
}

/** Returns the key named in the path if `header` holds the HMAC-SHA256 of the body in hex. */
async function namedSigningKey(
  { database, services }: AppContext,
  request: FastifyRequest,
  scope: KeyScope,
  header: string,
) {
  const { key: id = '' } = request.params as { key?: string }
  const signed = request.headers[header]
  if (!isId(id) || typeof signed !== 'string') return undefined
  const [key] = await select(database, sql`k.id = ${id} and k.scope = ${scope} and k.sealed_secret is not null`)
  const secret = key?.sealed_secret && unsealed(services.vault, key.sealed_secret)
  if (!secret) return undefined
  const own = createHmac('sha256', secret).update(bytesOf(request)).digest()
  const given = Buffer.from(signed, 'hex')
  return given.length === own.length && timingSafeEqual(given, own) ? key : undefined
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** Returns the secret, or null if it was encrypted with another SECRET_KEY and can no longer check signatures. */
function unsealed(vault: Vault, sealed: Buffer): string | null {
  try {
    return vault.open(sealed)
  } catch {
    return null
  }
}

/** Returns the raw body of a signed request. */
const bytesOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

async function select({ kysely }: Database, which: ReturnType<typeof sql>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select k.id as "keyId", k.scope, k.secret_hash, k.sealed_secret, ${sql.raw(rightsColumns)}
      from access_key k join app_user u on u.id = k.user_id and not u.disabled and u.deleted_at is null
      ${sql.raw(rightsJoin)}
     where k.revoked_at is null and ${which}
     group by k.id, u.id`.execute(kysely)
  return rows
}

const touch = ({ kysely }: Database, id: string) =>
  kysely
    .updateTable('access_key')
    .set({ last_used_at: sql`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`last_used_at is null or last_used_at < now() - interval '1 minute'`)
    .execute()
