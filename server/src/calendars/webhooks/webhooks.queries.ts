import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Webhook, WebhookDelivery } from '#contract/calendars/webhooks'
import type { DB } from '../../db/schema.ts'

export async function selectWebhooks(db: Kysely<DB>, which: RawBuilder<unknown> = sql`true`): Promise<Webhook[]> {
  const { rows } = await sql<Webhook>`
    select w.id, w.version, w.title, w.url, w.events, w.active, iso(w.created_at) as "createdUtc",
           case when w.secret_before_until > now() then iso(w.secret_before_until) end as "formerSecretUntilUtc",
           iso(w.failing_since) as "failingSinceUtc", iso(w.gave_up_at) as "gaveUpUtc",
           (select count(*)::int from webhook_delivery d where d.webhook_id = w.id and d.state = 'WAITING') as waiting
      from webhook w where ${which} order by fold(w.title), w.id`.execute(db)
  return rows
}

const shownAttempts = 20

/** Returns deliveries `d`, the latest first, each with its attempts. */
export async function selectDeliveries(
  db: Kysely<DB>,
  which: RawBuilder<unknown>,
  limit: number,
): Promise<WebhookDelivery[]> {
  const { rows } = await sql<WebhookDelivery>`
    select d.id, d.event_id as "eventRef", d.event_type as "eventType", d.state, iso(d.created_at) as "createdUtc",
           iso(d.next_try_at) as "nextTryUtc", d.body,
           coalesce((select json_agg(json_build_object('atUtc', iso(a.created_at), 'durationMs', a.duration_ms,
                                                       'status', a.status, 'fault', a.fault, 'answer', a.answer)
                                     order by a.id desc)
                       from (select * from webhook_attempt where delivery_id = d.id
                              order by id desc limit ${sql.lit(shownAttempts)}) a), '[]') as attempts
      from webhook_delivery d where ${which} order by d.id desc limit ${limit}`.execute(db)
  return rows
}
