import { type Kysely, sql } from 'kysely'
import type { CallState } from '#contract/calls/calls'
import type { CallMessage } from '#contract/calls/telephony'
import { callContent } from '#contract/together/notifications'
import type { DB } from '../db/schema.ts'
import { type Ctx, systemActor } from '../http/context.ts'
import { notify } from '../together/notifications/notifications.ts'

export interface RecordedCall {
  readonly id: string
  readonly direction: CallMessage['direction']
  readonly state: CallState
  readonly number: string
  readonly internal: boolean
  readonly contactId: string | null
  readonly answeredById: string | null
}

/** How long a call may ring in milliseconds; a message older than that does not notify anybody. */
export const ringsMs = 120_000

const reachedBy = (call: string) => sql`select user_id as id from phone_call_person where call_id = ${call}`

/** Notifies the users at whom a call rings, and of a missed call. Removes the notices once the call is answered. */
export async function tellOfCall(ctx: Pick<Ctx, 'db'>, call: RecordedCall, ageMs: number): Promise<void> {
  const { id, direction, state, contactId, answeredById } = call
  if (direction === 'OUT') return
  const about = { type: 'INCOMING_CALL', to: reachedBy(id), call: id, once: id } as const
  const told = { ...about, ...(contactId ? { about: { contact: contactId } } : {}) }
  const by = { db: ctx.db, actor: systemActor() }
  if (state === 'RINGING') {
    if (ageMs < ringsMs) await notify(by, { ...told, content: await contentOf(ctx.db, call) })
    return
  }
  await silence(ctx.db, id, state === 'ANSWERED' || state === 'HELD' ? answeredById : null)
  if (state === 'MISSED') await notify(by, { ...told, type: 'MISSING_CALL', content: await contentOf(ctx.db, call) })
  else await takeBack(ctx.db, id)
}

/** Returns the text of a notice: the number, and in brackets the name of its contact. */
async function contentOf(db: Kysely<DB>, { number, contactId, internal }: RecordedCall): Promise<string> {
  const contact = db.selectFrom('contact').select('full_name').where('id', '=', contactId)
  return callContent(number, (contactId && (await contact.executeTakeFirst())?.full_name) || null, internal)
}

/** Marks the notices of a ringing call as read, except that of the person who answered, until the call ends. */
const silence = (db: Kysely<DB>, call: string, answerer: string | null) =>
  sql`update notification set read_at = now()
       where call_id = ${call} and notification_type = 'INCOMING_CALL' and read_at is null
         and user_id is distinct from ${answerer}`.execute(db)

/** Marks notices of a missed call as read: the call was answered after all. */
const takeBack = (db: Kysely<DB>, call: string) =>
  sql`update notification set read_at = now()
       where call_id = ${call} and notification_type = 'MISSING_CALL' and read_at is null`.execute(db)
