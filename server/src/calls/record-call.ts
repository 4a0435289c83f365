import { sql } from 'kysely'
import type { Provider } from '#contract/calls/calls'
import type { CallMessage } from '#contract/calls/telephony'
import type { Ctx } from '../http/context.ts'
import { contactOf } from './candidates.ts'
import { numberOf } from './numbers/numbers.ts'
import { ownersOf } from './people.ts'
import { type RecordedCall, tellOfCall } from './tell-of-call.ts'

/** A message of an exchange. `raw` is the message as it came, undefined where it is stored already. */
interface Event extends CallMessage {
  readonly provider: Provider
  readonly raw: unknown
}

/** Upper limit for how old a reported time may be; beyond it the clock of the exchange is not trusted. */
const mostOffMs = 24 * 60 * 60_000
const latestMs = 5000

function timeOf({ at }: CallMessage, now: Date): string {
  const time = at ? Date.parse(at) : now.getTime()
  const isLikely = now.getTime() - time < mostOffMs && time - now.getTime() < latestMs
  return (isLikely ? new Date(time) : now).toISOString()
}

/** Adds a message to its call, in whatever order messages arrive, and notifies the users whom the call concerns. */
export async function recordCall(ctx: Ctx, event: Event): Promise<void> {
  const isIn = event.direction === 'IN'
  const [from, to] = [numberOf(event.from), numberOf(event.to)]
  const owners = await ownersOf(ctx.db)
  const ours = isIn ? [...event.extension, event.to] : [...event.extension, event.from]
  const people = owners(event.extension.length > 0 ? event.extension : ours)
  const [answerer] = owners(event.answeredBy)
  const number = isIn ? from : to
  const isInternal = number !== '' && owners([number]).length > 0
  const at = timeOf(event, ctx.now)
  const call = await write(ctx, event, { at, from, to, isInternal, answererId: answerer?.id ?? null })
  const reached = [...new Set([...people, ...(answerer ? [answerer] : [])].map(({ id }) => id))]
  if (reached.length > 0) {
    await sql`insert into phone_call_person (call_id, user_id) select ${call.id}, unnest(${reached}::uuid[])
              on conflict do nothing`.execute(ctx.db)
  }
  const found = call.contactId ?? (await linkContact(ctx, call))
  await tellOfCall(ctx, { ...call, contactId: found }, ctx.now.getTime() - Date.parse(at))
}

async function linkContact(ctx: Ctx, { id, number, internal }: RecordedCall): Promise<string | null> {
  const contact = internal ? null : await contactOf(ctx.db, number)
  if (contact) await ctx.db.updateTable('phone_call').set({ contact_id: contact }).where('id', '=', id).execute()
  return contact
}

interface Facts {
  readonly at: string
  readonly from: string
  readonly to: string
  readonly isInternal: boolean
  readonly answererId: string | null
}

const outcomes = ['ENDED', 'MISSED', 'VOICEMAIL'] as const

/** Number of messages that are kept of a call. */
const mostMessages = 20

/** Inserts or updates a call. Its row stays locked until the commit, so messages of one call wait for each other. */
async function write(ctx: Ctx, event: Event, facts: Facts): Promise<RecordedCall> {
  const { at, from, to, isInternal, answererId } = facts
  const on = (name: CallMessage['event']) => (event.event === name ? at : null)
  const outcome = outcomes.find((one) => one === event.event) ?? null
  const payload = event.raw === undefined ? [] : [event.raw]
  const extensions = event.extension.map((one) => one.trim()).filter(Boolean)
  const { rows } = await sql<RecordedCall>`
    insert into phone_call as c (provider, external_id, direction, from_number, to_number, extensions, internal, started_at,
                                 answered_at, resumed_at, held_at, ended_at, outcome, answered_by_id, payload)
    values (${event.provider}, ${event.callId}, ${event.direction}, ${from}, ${to}, ${extensions}, ${isInternal}, ${at},
            ${on('ANSWERED')}, ${on('ANSWERED')}, ${on('HELD')}, ${outcome && at}, ${outcome}, ${answererId},
            ${JSON.stringify(payload)})
    on conflict (provider, external_id) do update set
      from_number = coalesce(nullif(c.from_number, ''), excluded.from_number),
      to_number = coalesce(nullif(c.to_number, ''), excluded.to_number),
      extensions = array(select distinct one from unnest(c.extensions || excluded.extensions) one order by one limit 50),
      internal = c.internal or excluded.internal,
      started_at = least(c.started_at, excluded.started_at),
      answered_at = least(c.answered_at, excluded.answered_at),
      answered_by_id = case when excluded.answered_by_id is not null and excluded.resumed_at >= coalesce(c.resumed_at, '-infinity')
                            then excluded.answered_by_id else coalesce(c.answered_by_id, excluded.answered_by_id) end,
      resumed_at = greatest(c.resumed_at, excluded.resumed_at),
      held_at = greatest(c.held_at, excluded.held_at),
      -- one that was given up as lost goes on when more is heard of it
      ended_at = case when c.outcome = 'LOST' and (excluded.outcome is not null or coalesce(excluded.resumed_at, excluded.held_at) is not null)
                      then excluded.ended_at else least(c.ended_at, excluded.ended_at) end,
      outcome = case when c.outcome = 'LOST' and (excluded.outcome is not null or coalesce(excluded.resumed_at, excluded.held_at) is not null)
                     then excluded.outcome
                     when 'VOICEMAIL' in (c.outcome, excluded.outcome) then 'VOICEMAIL'
                     when 'ENDED' in (c.outcome, excluded.outcome) then 'ENDED' else coalesce(c.outcome, excluded.outcome) end,
      payload = case when jsonb_array_length(c.payload || excluded.payload) <= ${mostMessages} then c.payload || excluded.payload
                     else (c.payload - 0) || excluded.payload end
    returning c.id, c.direction, c.state, case c.direction when 'IN' then c.from_number else c.to_number end as number,
              c.internal, c.contact_id as "contactId", c.answered_by_id as "answeredById"`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error('a call was written and is not there')
  return row
}
