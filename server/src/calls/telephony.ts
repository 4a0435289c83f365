import { type RawBuilder, sql } from 'kysely'
import type { LogEntry, LogQuery, telephonyApi } from '#contract/calls/telephony'
import type { AnswerOf, BodyOf } from '#contract/endpoint'
import { limits } from '#contract/limits'
import { betweenDays, isWeekday } from '../db/days.ts'
import type { Ctx } from '../http/context.ts'
import { fail } from '../http/problem.ts'
import { selectCalls } from './calls.queries.ts'
import { selectCandidates } from './candidates.ts'
import { recordAll } from './hear.ts'
import { numberOf } from './numbers/numbers.ts'
import { ownersOf } from './people.ts'
import { adapters, type Fields } from './providers/providers.ts'
import { ringsMs } from './tell-of-call.ts'

/** An id that no call has, because the list in SQL must not be empty. */
const noCall = '00000000-0000-7000-8000-000000000000'

/** Conditions on calls `c` for a query of the log; empty where it asks for all. */
function conditions({ calls: kind, since, until, weekday }: LogQuery): RawBuilder<unknown>[] {
  const all = [
    kind && sql`c.direction = 'IN' and not c.internal`,
    kind === 'MISSED' && sql`c.state = 'MISSED'`,
    kind === 'UNRETURNED' && sql`c.unreturned`,
    weekday && isWeekday(sql`c.created_at`, weekday),
    ...betweenDays(sql`c.created_at`, since, until),
  ]
  return all.filter((one) => typeof one === 'object')
}

export async function countLog({ db }: Ctx, query: LogQuery): Promise<{ count: number }> {
  const asked = [sql`true`, ...conditions(query)]
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from phone_call c where ${sql.join(asked, sql` and `)}`.execute(db)
  return { count: rows[0]?.count ?? 0 }
}

/** Returns the log; people who may not see contacts are not told whose number it was. */
export async function listLog({ db, actor }: Ctx, query: LogQuery): Promise<LogEntry[]> {
  const asked = conditions(query)
  const found = await selectCalls(db, asked.length > 0 ? sql.join(asked, sql` and `) : sql`true`, limits.loggedCalls)
  const ofNobody = { contactRef: null, contactName: null, encounterRef: null }
  const calls = actor.permissions.has('CONTACT_READ') ? found : found.map((call) => ({ ...call, ...ofNobody }))
  const ids = calls.map(({ id }) => id)
  const kept = await db
    .selectFrom('phone_call')
    .select(['id', 'payload', sql<string>`iso(created_at)`.as('heard')])
    .where('id', 'in', ids.concat(noCall))
    .execute()
  const byId = new Map(kept.map((one) => [one.id, one]))
  const ofCalls = calls.map((call): LogEntry => {
    const { payload = [], heard = call.startedUtc } = byId.get(call.id) ?? {}
    const isLate = Date.parse(heard) - Date.parse(call.startedUtc) > ringsMs
    const why = call.direction === 'OUT' ? 'OUTGOING' : call.reached.length === 0 ? 'NOBODY' : isLate ? 'LATE' : null
    return { id: call.id, provider: call.provider, atUtc: heard, call, why, messages: payload as unknown[] }
  })
  if (asked.length > 0) return ofCalls
  const { rows } = await sql<Omit<LogEntry, 'call' | 'messages'> & { payload: unknown }>`
    select id, provider, reason as why, iso(created_at) as "atUtc", payload
      from unused_call_message order by created_at desc, id desc limit ${limits.loggedCalls}`.execute(db)
  const unused = rows.map(({ payload, ...one }): LogEntry => ({ ...one, call: null, messages: [payload] }))
  return [...ofCalls, ...unused].sort((a, b) => (a.atUtc < b.atUtc ? 1 : -1)).slice(0, limits.loggedCalls)
}

/** Returns what would happen with a call, without writing anything. */
export async function tryOut(
  { db, actor, now }: Ctx,
  { provider, from, to }: BodyOf<typeof telephonyApi.tryOut>,
): Promise<AnswerOf<typeof telephonyApi.tryOut>> {
  const adapter = adapters[provider]
  const [event = 'RINGING'] = adapter.events
  const fields = adapter.example({ event, callId: 'example-1', from, to }, now)
  const heard = adapter.read(fields, now)
  if (!Array.isArray(heard)) fail('MALFORMED_BODY')
  const [message] = heard
  const owners = await ownersOf(db)
  const number = numberOf(message?.from ?? from)
  const internal = number !== '' && owners([number]).length > 0
  const rings = message && message.extension.length > 0 ? message.extension : [message?.to ?? to]
  return {
    from: number,
    to: numberOf(message?.to ?? to),
    reached: owners(rings).map(({ username }) => username),
    internal,
    candidates:
      internal || !actor.permissions.has('CONTACT_READ')
        ? []
        : await selectCandidates(db, number, actor.permissions.has('EMAIL_READ')),
    request: {
      method: 'POST',
      path: adapter.path,
      contentType: adapter.contentType,
      body: adapter.contentType === 'application/json' ? JSON.stringify(fields, undefined, 2) : formOf(fields),
    },
    events: [...adapter.events],
  }
}

/** Returns fields encoded as a form; the name of a list gets brackets. */
const formOf = (fields: Fields): string =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]): [string, string][] =>
      Array.isArray(value) ? value.map((one) => [`${name}[]`, String(one)]) : [[name, String(value)]],
    ),
  ).toString()

/** Records a made-up message like one of an exchange. Errors: MALFORMED_BODY. */
export async function sendMadeUp(
  ctx: Ctx,
  { provider, ...call }: BodyOf<typeof telephonyApi.send>,
): Promise<undefined> {
  const adapter = adapters[provider]
  const fields = adapter.example(call, ctx.now)
  const heard = adapter.read(fields, ctx.now)
  if (!Array.isArray(heard)) fail('MALFORMED_BODY')
  await recordAll(ctx, adapter, heard, fields)
}
