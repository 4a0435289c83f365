import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDisturbance } from '../../disturbance.ts'
import { type AppContext, type Ctx, inTransaction, systemActor, withoutTransaction } from '../../http/context.ts'
import { isAway } from '../../http/problem.ts'
import { notify } from '../../together/notifications/notifications.ts'
import type { Attempt } from './call.ts'
import { addAttempt, send } from './webhooks.ts'

interface Log {
  info(about: object, text: string): void
  error(about: object, text: string): void
}

/** Minutes between the attempts of a delivery; after the last one it is given up. */
const retryMinutes = [1, 5, 30, 120, 360, 720, 1440]
/** Webhooks that are called at the same time; one process calls a webhook at a time. */
const mostAtOnce = 8
/** Attempts become due by the clock, of which no notification tells. */
const pollMs = 1000
/** Longer than a call takes: after this time the process counts as killed and another one may take over. */
const leaseSeconds = 60

interface Claimed {
  readonly webhookId: string
  readonly deliveryId: string
  readonly eventId: string
  readonly body: string
  readonly tries: number
  /** When this attempt became due, with microseconds. */
  readonly dueAt: string
}

/**
 * Sends the waiting events of webhooks, in this process beside others. A webhook gets one event at a time, so that a
 * slow one delays only its own events. Jobs are not used, so none waits for a webhook.
 */
export function startWebhooks(appContext: AppContext, log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const disturbance = openDisturbance(log, 'the webhooks')
  const underWay = new Set<Promise<void>>()
  const failed = (error: unknown) => {
    if (isAway(error)) disturbance.begun(error)
    else log.error({ err: error }, 'the webhooks are disturbed')
  }
  const work = async () => {
    while (!stopping.signal.aborted) {
      const claimed = await claim(appContext, mostAtOnce - underWay.size).catch((error: unknown) => {
        failed(error)
        return []
      })
      for (const one of claimed) {
        const sending = deliver(appContext, one)
          .then(() => disturbance.over(), failed)
          .finally(() => underWay.delete(sending))
        underWay.add(sending)
      }
      // a webhook whose call has ended may have more to get
      const pause = sleep(pollMs, undefined, { signal: stopping.signal }).catch(() => {})
      await Promise.race([pause, ...underWay])
    }
  }
  const working = work()
  return {
    async stop() {
      stopping.abort()
      await Promise.race([working.then(() => Promise.all(underWay)), sleep(15_000)])
    },
  }
}

/** Sends what is due, once; returns the number of deliveries. */
export async function deliverDue(appContext: AppContext): Promise<number> {
  const claimed = await claim(appContext, mostAtOnce)
  await Promise.all(claimed.map((one) => deliver(appContext, one)))
  return claimed.length
}

/** Claims webhooks that no process is calling, each with the delivery that is due first. */
async function claim({ database }: AppContext, most: number): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with free as materialized (
      select w.id from webhook w
       where w.active and coalesce(w.busy_until <= now(), true)
         and exists (select from webhook_delivery d
                      where d.webhook_id = w.id and d.state = 'WAITING' and d.next_try_at <= now())
       limit ${Math.max(0, most)} for update skip locked),
    taken as (
      update webhook w set busy_until = now() + ${leaseSeconds} * interval '1 second' from free where w.id = free.id
      returning w.id)
    select taken.id as "webhookId", d.id as "deliveryId", d.event_id as "eventId", d.body, d.tries, d.next_try_at::text as "dueAt"
      from taken cross join lateral (
        select * from webhook_delivery
         where webhook_id = taken.id and state = 'WAITING' and next_try_at <= now()
         order by next_try_at, id limit 1) d`.execute(database.kysely)
  return rows
}

async function deliver(appContext: AppContext, claimed: Claimed): Promise<void> {
  const actor = systemActor()
  const attempt = await send(withoutTransaction(appContext, actor), claimed)
  await inTransaction(appContext, actor, (ctx) => record(ctx, claimed, attempt))
}

/**
 * Stores the result of an attempt. If the delivery was restarted meanwhile (replay), its state stays: the result
 * belongs to the attempt before.
 */
async function record(ctx: Ctx, { webhookId, deliveryId, tries, dueAt }: Claimed, attempt: Attempt): Promise<void> {
  const { db } = ctx
  const hook = await db
    .selectFrom('webhook')
    .select(['title', 'active', sql<boolean>`failing_since < now() - interval '1 day'`.as('failsForLong')])
    .where('id', '=', webhookId)
    .forUpdate()
    .executeTakeFirst()
  if (!hook) return
  await addAttempt(db, deliveryId, attempt)
  const pause = retryMinutes[tries]
  const state = attempt.fault === null ? 'DELIVERED' : pause === undefined ? 'GIVEN_UP' : 'WAITING'
  const nextTry = state === 'WAITING' ? sql<string>`now() + ${pause} * interval '1 minute'` : null
  await db
    .updateTable('webhook_delivery')
    .set({ state, tries: tries + 1, next_try_at: nextTry })
    .where('id', '=', deliveryId)
    .where('state', '=', 'WAITING')
    .where('tries', '=', tries)
    .where('next_try_at', '=', dueAt)
    .execute()
  const gaveUp = state === 'GIVEN_UP' && hook.active && hook.failsForLong
  await db
    .updateTable('webhook')
    .set({
      busy_until: null,
      failing_since: attempt.fault === null ? null : sql`coalesce(failing_since, now())`,
      ...(gaveUp ? { active: false, gave_up_at: sql<string>`now()`, version: sql<number>`version + 1` } : {}),
    })
    .where('id', '=', webhookId)
    .execute()
  if (gaveUp) await notify(ctx, { type: 'WEBHOOK_OFF', content: hook.title, to: admins })
}

const admins = sql`
  select own.user_id from user_role own join role r on r.id = own.role_id
   where 'GENERAL_ADMIN_FUNCTIONS' = any (r.permissions)`
