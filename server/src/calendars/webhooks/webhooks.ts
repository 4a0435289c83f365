import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Appointment } from '#contract/calendars/appointments'
import type { Webhook, WebhookDelivery, WebhookEvent, WebhookMessage, webhookApi } from '#contract/calendars/webhooks'
import type { AnswerOf, BodyOf, QueryOf } from '#contract/endpoint'
import type { DB } from '../../db/schema.ts'
import { uuidV7 } from '../../db/uuid-v7.ts'
import type { AppContext, Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import type { Vault } from '../../http/vault.ts'
import { type Attempt, callWebhook, isCallable, secretText } from './call.ts'
import { selectDeliveries, selectWebhooks } from './webhooks.queries.ts'

const pageSize = 50
const keptDays = 30

export const listWebhooks = ({ db }: Ctx): Promise<Webhook[]> => selectWebhooks(db)

/** Returns a webhook. Errors: NOT_FOUND. */
async function getWebhook(db: Kysely<DB>, id: string): Promise<Webhook> {
  const [found] = await selectWebhooks(db, sql`w.id = ${id}`)
  return found ?? fail('NOT_FOUND')
}

/** Returns a webhook, which nobody else changes until the transaction ends. Errors: NOT_FOUND, STALE_VERSION. */
async function lockedWebhook(db: Kysely<DB>, id: string, version: number): Promise<Webhook> {
  await sql`select from webhook where id = ${id} for update`.execute(db)
  const saved = await getWebhook(db, id)
  return saved.version === version ? saved : fail('STALE_VERSION', { current: saved })
}

/** Adds a webhook and returns its secret. Errors: VALIDATION for an address that may not be called. */
export async function addWebhook(
  ctx: Ctx,
  { title, url, events }: BodyOf<typeof webhookApi.add>,
): Promise<AnswerOf<typeof webhookApi.add>> {
  assertCallable(ctx, url)
  const secret = newSecret()
  const row = { title, url, events: [...new Set(events)], sealed_secret: ctx.services.vault.seal(secret) }
  const { id } = await ctx.db.insertInto('webhook').values(row).returning('id').executeTakeFirstOrThrow()
  return { webhook: await getWebhook(ctx.db, id), secret }
}

const newSecret = () => secretText(randomBytes(32))

/** Hours in which events are signed with the former secret as well. */
const formerHours = 24

/** Replaces the secret and returns the new one. Errors: NOT_FOUND, STALE_VERSION with the saved state. */
export async function renewSecret(
  ctx: Ctx,
  id: string,
  { version }: BodyOf<typeof webhookApi.renewSecret>,
): Promise<AnswerOf<typeof webhookApi.renewSecret>> {
  await lockedWebhook(ctx.db, id, version)
  const secret = newSecret()
  await ctx.db
    .updateTable('webhook')
    .set({
      sealed_secret: ctx.services.vault.seal(secret),
      sealed_secret_before: sql<Buffer>`sealed_secret`,
      secret_before_until: sql<string>`now() + ${formerHours} * interval '1 hour'`,
      version: version + 1,
    })
    .where('id', '=', id)
    .execute()
  return { webhook: await getWebhook(ctx.db, id), secret }
}

/**
 * Changes a webhook; when it becomes active, it gets the waiting events. Errors: NOT_FOUND, STALE_VERSION with the
 * saved state, VALIDATION for an address that may not be called.
 */
export async function updateWebhook(
  ctx: Ctx,
  id: string,
  { version, title, url, events, active }: BodyOf<typeof webhookApi.update>,
): Promise<Webhook> {
  const before = await lockedWebhook(ctx.db, id, version)
  assertCallable(ctx, url)
  const begins = active && !before.active
  await ctx.db
    .updateTable('webhook')
    .set({ title, url, events: [...new Set(events)], active, version: version + 1 })
    .$if(begins, (update) => update.set({ gave_up_at: null, failing_since: null }))
    .where('id', '=', id)
    .execute()
  if (begins) {
    await sql`update webhook_delivery set next_try_at = now(), tries = 0 where webhook_id = ${id} and state = 'WAITING'`.execute(
      ctx.db,
    )
  }
  return getWebhook(ctx.db, id)
}

function assertCallable({ services }: Ctx, url: string): void {
  if (isCallable(url, services.config.webhookNetworks)) return
  fail('VALIDATION', { fields: [{ path: 'url', invalid: 'notPublic' }] })
}

/** Removes a webhook. Errors: NOT_FOUND. */
export async function removeWebhook({ db }: Ctx, id: string): Promise<undefined> {
  const { numDeletedRows } = await db.deleteFrom('webhook').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) fail('NOT_FOUND')
}

/** Returns a page of the log of a webhook. Errors: NOT_FOUND. */
export async function listDeliveries(
  { db }: Ctx,
  id: string,
  { before }: QueryOf<typeof webhookApi.log>,
): Promise<AnswerOf<typeof webhookApi.log>> {
  await getWebhook(db, id)
  const older = before ? sql`d.id < ${before}` : sql`true`
  const found = await selectDeliveries(db, sql`d.webhook_id = ${id} and ${older}`, pageSize + 1)
  return { deliveries: found.slice(0, pageSize), more: found.length > pageSize }
}

/** Sends an event again. Errors: NOT_FOUND, WEBHOOK_OFF. */
export async function replay({ db }: Ctx, id: string, eventRef: string): Promise<WebhookDelivery> {
  const hook = await getWebhook(db, id)
  const isOne = sql<boolean>`d.webhook_id = ${id} and d.event_id = ${eventRef} and d.event_type <> 'TEST'`
  const { numUpdatedRows } = await db
    .updateTable('webhook_delivery as d')
    .set({ state: 'WAITING', tries: 0, next_try_at: sql`now()` })
    .where(isOne)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) fail('NOT_FOUND')
  if (!hook.active) fail('WEBHOOK_OFF')
  const [delivery] = await selectDeliveries(db, isOne, 1)
  return delivery ?? fail('NOT_FOUND')
}

// --- events --------------------------------------------------------------------------------------------------------

/** Writes an event for each active webhook that wants this type, in the transaction that causes it. */
export async function tellOfAppointment(
  { db, now }: Ctx,
  type: WebhookEvent,
  { id, version, contactRef, state, startUtc, endUtc, slotRef }: Appointment,
  before?: Appointment,
): Promise<void> {
  const { rows: hooks } = await sql<{ id: string }>`
    select id from webhook where active and ${type} = any (events)`.execute(db)
  if (hooks.length === 0) return
  const previous = before && { startUtc: before.startUtc, endUtc: before.endUtc, slotRef: before.slotRef }
  const data = { id, version, contactRef, state, startUtc, endUtc, slotRef, ...(previous ? { previous } : {}) }
  const message = messageOf(type, data, now)
  await db
    .insertInto('webhook_delivery')
    .values(hooks.map((hook) => ({ ...rowOf(hook.id, message), next_try_at: sql<string>`now()` })))
    .execute()
}

const messageOf = (type: WebhookMessage['type'], data: WebhookMessage['data'], now: Date): WebhookMessage => ({
  id: uuidV7(),
  type,
  timestamp: now.toISOString(),
  data,
})

const rowOf = (webhookId: string, message: WebhookMessage) => ({
  webhook_id: webhookId,
  event_id: message.id,
  event_type: message.type,
  body: JSON.stringify(message),
})

// --- trying out ----------------------------------------------------------------------------------------------------

export interface Tried {
  readonly message: WebhookMessage
  readonly attempt: Attempt
}

/** Sends a test event, whether the webhook is active or not. Errors: NOT_FOUND. */
export async function sendTest(ctx: Ctx, id: string): Promise<Tried> {
  await getWebhook(ctx.db, id)
  const message = messageOf('TEST', {}, ctx.now)
  return { message, attempt: await send(ctx, { webhookId: id, eventId: message.id, body: JSON.stringify(message) }) }
}

/** Stores the result of a test event. Errors: NOT_FOUND where the webhook was removed meanwhile. */
export async function recordTest({ db }: Ctx, id: string, { message, attempt }: Tried): Promise<WebhookDelivery> {
  await getWebhook(db, id)
  const row = { ...rowOf(id, message), state: attempt.fault ? 'GIVEN_UP' : 'DELIVERED', tries: 1 } as const
  const made = await db.insertInto('webhook_delivery').values(row).returning('id').executeTakeFirstOrThrow()
  await addAttempt(db, made.id, attempt)
  const [delivery] = await selectDeliveries(db, sql`d.id = ${made.id}`, 1)
  return delivery ?? fail('NOT_FOUND')
}

interface Sent {
  readonly webhookId: string
  readonly eventId: string
  readonly body: string
}

/** Sends an event to the webhook as it is now. A secret that was encrypted with another SECRET_KEY cannot sign. */
export async function send({ db, services }: Pick<Ctx, 'db' | 'services'>, sent: Sent): Promise<Attempt> {
  const hook = await db
    .selectFrom('webhook')
    .select(['url', 'sealed_secret'])
    .select(sql<Buffer | null>`case when secret_before_until > now() then sealed_secret_before end`.as('before'))
    .where('id', '=', sent.webhookId)
    .executeTakeFirst()
  const secret = hook && unsealed(services.vault, hook.sealed_secret)
  if (!hook || !secret) return { status: null, fault: 'OWN_FAULT', answer: '', durationMs: 0 }
  const before = hook.before && unsealed(services.vault, hook.before)
  const secrets = before ? [secret, before] : [secret]
  const networks = services.config.webhookNetworks
  return callWebhook({ url: hook.url, secrets, id: sent.eventId, body: sent.body, networks })
}

function unsealed(vault: Vault, sealed: Buffer): string | null {
  try {
    return vault.open(sealed)
  } catch {
    return null
  }
}

export async function addAttempt(db: Kysely<DB>, deliveryId: string, attempt: Attempt): Promise<void> {
  const { durationMs, status, fault, answer } = attempt
  const row = { delivery_id: deliveryId, duration_ms: durationMs, status, fault, answer }
  await db.insertInto('webhook_attempt').values(row).execute()
}

/** Job: deletes deliveries of the log after 30 days. */
export async function forgetOldDeliveries({ database }: AppContext): Promise<void> {
  await sql`delete from webhook_delivery where created_at < now() - ${keptDays} * interval '1 day'`.execute(
    database.kysely,
  )
}
