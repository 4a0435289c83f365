import { sql } from 'kysely'
import { type AppContext, type Ctx, inTransaction, systemActor } from '../../http/context.ts'
import type { Refused } from './smtp.ts'

/** Hours after which delivery of a message is given up. */
export const giveUpHours = 24

/** A message that this process is delivering. */
export interface Claimed {
  readonly id: string
  readonly emailId: string
  readonly mailboxId: string | null
  readonly rootId: string | null
  readonly forwarded: boolean
  readonly furtherContactId: string | null
  readonly createdBy: string | null
  readonly mimeHash: string
  readonly mimeBytes: number
  readonly envelopeFrom: string
  readonly recipients: readonly string[]
  readonly accepted: readonly string[]
  readonly refused: readonly Refused[]
  /** Incremented with every attempt, so that an attempt that lost its lease cannot write any more. */
  readonly attempts: number
  /** Id of the message in Microsoft Graph. */
  readonly serverRef: string | null
  readonly leavesAt: string
  readonly sentAt: string | null
}

/** Claims the message that has waited longest, with a lease. */
export async function claim(appContext: AppContext, leaseSeconds: number): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update outbox o set state = 'SENDING', attempts = attempts + 1, content_at = null,
           lease_until = now() + ${leaseSeconds} * interval '1 second'
     where id = (select id from outbox
                  where state = 'WAITING' and coalesce(next_try_at, leaves_at) <= now()
                  order by coalesce(next_try_at, leaves_at) limit 1 for update skip locked)
    returning id, email_id as "emailId", mailbox_id as "mailboxId", root_id as "rootId", forwarded,
              further_contact_id as "furtherContactId", created_by as "createdBy", mime_hash as "mimeHash",
              mime_bytes as "mimeBytes", envelope_from as "envelopeFrom", recipients, accepted, refused, attempts,
              server_ref as "serverRef", iso(leaves_at) as "leavesAt", iso(sent_at) as "sentAt"`.execute(
    appContext.database.kysely,
  )
  return rows[0]
}

/** Condition for the row of the message, while this process still holds the lease. */
export const mine = ({ id, attempts }: Claimed) => sql`id = ${id} and attempts = ${attempts} and state = 'SENDING'`

export async function renew(appContext: AppContext, claimed: Claimed, leaseSeconds: number): Promise<void> {
  await sql`
    update outbox set lease_until = now() + ${leaseSeconds} * interval '1 second' where ${mine(claimed)}`.execute(
    appContext.database.kysely,
  )
}

/** Releases messages whose lease ran out: they wait again, or are unclear if content may have been transmitted. */
export async function giveUpLost(appContext: AppContext): Promise<void> {
  await sql`
    update outbox set state = case when content_at is null then 'WAITING' else 'UNCLEAR' end, lease_until = null,
           next_try_at = case when content_at is null then now() end, fault = null, said = ''
     where state = 'SENDING' and lease_until < now()`.execute(appContext.database.kysely)
}

/** Records that from now on the message may arrive. Errors: when the lease was lost meanwhile. */
export async function recordContent(appContext: AppContext, claimed: Claimed): Promise<void> {
  const { numAffectedRows } = await sql`update outbox set content_at = now() where ${mine(claimed)}`.execute(
    appContext.database.kysely,
  )
  if (numAffectedRows !== 1n) throw new Error('somebody else is at work on this message')
}

/** Runs a change only while this process holds the message. */
export async function write(
  appContext: AppContext,
  claimed: Claimed,
  change: (ctx: Ctx) => Promise<void>,
): Promise<void> {
  await inTransaction(appContext, systemActor(claimed.createdBy), async (ctx) => {
    const { rows } = await sql`select from outbox where ${mine(claimed)} for update`.execute(ctx.db)
    if (rows.length > 0) await change(ctx)
  })
}
