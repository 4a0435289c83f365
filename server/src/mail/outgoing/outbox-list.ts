import { type RawBuilder, sql } from 'kysely'
import type { MailFault } from '#contract/mail/mailboxes'
import type { Draft, OutboxItem } from '#contract/mail/outgoing'
import { actorId, type Ctx } from '../../http/context.ts'
import { fail, sentenceOf } from '../../http/problem.ts'
import { bringBackDraft } from './drafts.ts'
import type { Refused } from './smtp.ts'

type Row = Omit<OutboxItem, 'detail' | 'refused'> & {
  readonly refused: readonly Refused[]
  readonly fault: MailFault | null
}

/** Returns messages that wait, failed, are unclear, or are a few days old at most; old settled ones are left out. */
export async function listOutbox(ctx: Ctx, everybody: boolean): Promise<OutboxItem[]> {
  const all = everybody && ctx.actor.permissions.has('GENERAL_ADMIN_FUNCTIONS')
  return select(
    ctx,
    sql`${all ? sql`true` : sql`o.created_by = ${actorId(ctx)}`} and (
      (o.state in ('WAITING', 'SENDING', 'SENT', 'FAILED', 'UNCLEAR', 'PARTLY_ACCEPTED', 'UNDELIVERABLE')
        and o.settled_at is null) or o.created_at > now() - interval '3 days')`,
  )
}

/** Takes a message back: it is deleted, and its draft is restored. Errors: NOT_FOUND, ALREADY_LEFT. */
export async function undoMessage(ctx: Ctx, id: string): Promise<Draft> {
  const { undoable, draftId, emailId } = await lock(ctx, id)
  if (!undoable || !draftId) fail('ALREADY_LEFT')
  await ctx.db.deleteFrom('email').where('id', '=', emailId).execute()
  return bringBackDraft(ctx, draftId)
}

/** Errors: NOT_FOUND, OUTBOX_STATE, OUTBOX_SETTLED. */
export async function retryMessage(ctx: Ctx, id: string): Promise<OutboxItem> {
  const { state, settled } = await lock(ctx, id)
  const waits = state === 'WAITING'
  if (!waits && !['FAILED', 'UNCLEAR', 'PARTLY_ACCEPTED'].includes(state)) fail('OUTBOX_STATE')
  if (settled) fail('OUTBOX_SETTLED')
  await sql`
    update outbox set state = 'WAITING', content_at = null,
           leaves_at = ${waits ? sql`leaves_at` : sql`now()`},
           next_try_at = ${waits ? sql`case when attempts > 0 then now() end` : sql`null`}
     where id = ${id}`.execute(ctx.db)
  return one(ctx, id)
}

/** Errors: NOT_FOUND, OUTBOX_STATE. */
export async function settleMessage(ctx: Ctx, id: string): Promise<OutboxItem> {
  const { state } = await lock(ctx, id)
  if (!['FAILED', 'UNCLEAR', 'PARTLY_ACCEPTED', 'UNDELIVERABLE'].includes(state)) fail('OUTBOX_STATE')
  await sql`update outbox set settled_at = now() where id = ${id}`.execute(ctx.db)
  return one(ctx, id)
}

/** Nothing of the message has left and no worker sends it; a draft in Microsoft 365 may have been sent already. */
const undoable = sql`(o.state in ('WAITING', 'FAILED') and o.accepted = '{}' and o.content_at is null
  and o.server_ref is null)`

/** Returns a message of the caller, or anybody's for admins, locked until the end of the transaction. */
async function lock(ctx: Ctx, id: string) {
  const { rows } = await sql<{
    state: string
    settled: boolean
    undoable: boolean
    draftId: string | null
    emailId: string
  }>`
    select o.state, o.settled_at is not null as settled, ${undoable} as undoable, o.draft_id as "draftId", o.email_id as "emailId" from outbox o
     where o.id = ${id} and ${visible(ctx)} for update`.execute(ctx.db)
  return rows[0] ?? fail('NOT_FOUND')
}

const visible = (ctx: Ctx) =>
  ctx.actor.permissions.has('GENERAL_ADMIN_FUNCTIONS') ? sql`true` : sql`o.created_by = ${actorId(ctx)}`

async function one(ctx: Ctx, id: string): Promise<OutboxItem> {
  const [item] = await select(ctx, sql`o.id = ${id}`)
  return item ?? fail('NOT_FOUND')
}

async function select(ctx: Ctx, which: RawBuilder<unknown>): Promise<OutboxItem[]> {
  const { rows } = await sql<Row>`
    select o.id, o.email_id as "emailRef", o.mailbox_id as "mailboxRef", o.state, e.subject, e.to_list as "to",
           u.username as "createdBy", iso(o.created_at) as "createdAtUtc", iso(o.leaves_at) as "leavesAtUtc",
           iso(o.sent_at) as "sentAtUtc", o.attempts,
           case when o.state = 'WAITING' then iso(o.next_try_at) end as "nextTryAtUtc", o.refused, o.fault, o.said,
           o.sent_at is not null and o.copy_state in ('WAITING', 'FAILED') as "copyMissing",
           o.settled_at is not null as settled, ${undoable} as undoable
      from outbox o join email e on e.id = o.email_id left join app_user u on u.id = o.created_by
     where ${which} order by o.created_at desc, o.id limit 500`.execute(ctx.db)
  return rows.map(({ fault, ...row }) => ({
    ...row,
    refused: row.refused.map(({ address, said }) => ({ address, said })),
    detail: detailOf(ctx, row, fault),
  }))
}

function detailOf(ctx: Ctx, { state, refused }: Omit<Row, 'fault'>, fault: MailFault | null): string {
  const say = (key: Parameters<typeof sentenceOf<'delivery'>>[2]) => sentenceOf(ctx.actor.language, 'delivery', key)
  if (state === 'UNCLEAR' || state === 'UNDELIVERABLE') return say(state)
  if (fault) return say(fault)
  if (refused.length === 0) return ''
  return say(state === 'WAITING' && refused.every(({ passing }) => passing) ? 'LATER' : 'RECIPIENTS')
}
