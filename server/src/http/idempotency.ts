import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { FastifyRequest } from 'fastify'
import { type Kysely, sql } from 'kysely'
import type { Endpoint } from '#contract/endpoint'
import { needsKey } from '#contract/permissions'
import { sentAhead } from '../db/db.ts'
import type { DB } from '../db/schema.ts'
import { JsonText } from './answers.ts'
import type { AppContext } from './context.ts'
import { fail } from './problem.ts'
import type { UploadedFile } from './upload.ts'

/** A call that runs once, however often it is sent. */
export interface OneCall {
  readonly callerId: string
  readonly call: string
  readonly key: string
  /** Hash of the parsed input and of the files: white space and the order of fields make no difference. */
  readonly requestHash: Buffer
}

const keptHours = 24
const longestKey = 255

/** Throws for a call that cannot run once: the answer must be JSON that is kept in the transaction of the call. */
export function assertRunsOnce({ method, path, response, reads, idempotencyKey }: Endpoint): void {
  if (idempotencyKey && (method !== 'POST' || reads || 'file' in response)) {
    throw new Error(`${method} ${path} cannot have an idempotency key`)
  }
}

/** Returns the caller's key for this call; for a signed call it is the id of the message. Errors: VALIDATION. */
export async function oneCall(
  { idempotencyKey, allow, method, path }: Endpoint,
  request: FastifyRequest,
  callerId: string | null,
  sent: object,
  files: readonly UploadedFile[],
): Promise<OneCall | undefined> {
  if (!idempotencyKey || callerId === null) return undefined
  const header = needsKey(allow) && 'signature' in allow ? 'webhook-id' : 'idempotency-key'
  const key = request.headers[header]
  if (key === undefined && idempotencyKey === 'accepted') return undefined
  if (typeof key !== 'string' || key === '') fail('VALIDATION', { fields: [{ path: header, invalid: 'required' }] })
  if (key.length > longestKey) fail('VALIDATION', { fields: [{ path: header, invalid: 'other' }] })
  const hash = createHash('sha256').update(JSON.stringify(sent))
  for (const file of files) for await (const part of createReadStream(file.path)) hash.update(part)
  return { callerId, call: `${method} ${path}`, key, requestHash: hash.digest() }
}

/** Returns the kept answer of a call, or null if it has not run. Errors: IDEMPOTENCY_KEY_USED for another request. */
export async function answerBefore(
  db: Kysely<DB>,
  one: OneCall,
): Promise<{ answer: JsonText<unknown> | undefined } | null> {
  const found = await db
    .selectFrom('idempotency_key')
    .select(['request_hash', 'answer'])
    .where('caller_id', '=', one.callerId)
    .where('call', '=', one.call)
    .where('key', '=', one.key)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  if (!found) return null
  if (!one.requestHash.equals(found.request_hash)) fail('IDEMPOTENCY_KEY_USED')
  return { answer: found.answer === null ? undefined : new JsonText(found.answer) }
}

/**
 * Takes the key for this transaction and returns whether it got it. Of two calls at once the later waits here until the
 * first has committed its answer, or failed and left the key free.
 */
export async function claim(db: Kysely<DB>, { callerId, call, key, requestHash }: OneCall): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency_key (caller_id, call, key, request_hash, expires_at)
    values (${callerId}, ${call}, ${key}, ${requestHash}, now() + ${keptHours} * interval '1 hour')
    on conflict (caller_id, call, key) do update
       set request_hash = excluded.request_hash, answer = null, expires_at = excluded.expires_at
     where idempotency_key.expires_at <= now()
    returning 1`.execute(db)
  return rows.length > 0
}

export async function keepAnswer(db: Kysely<DB>, { callerId, call, key }: OneCall, answer: unknown): Promise<void> {
  const text = answer instanceof JsonText ? answer.text : answer === undefined ? null : JSON.stringify(answer)
  await sql`${sentAhead}
    update idempotency_key set answer = ${text}
     where caller_id = ${callerId} and call = ${call} and key = ${key}`.execute(db)
}

/** Job: deletes kept answers that have expired. */
export async function forgetOldAnswers({ database }: AppContext): Promise<void> {
  await sql`delete from idempotency_key where expires_at <= now()`.execute(database.kysely)
}
