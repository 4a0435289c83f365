import { sql } from 'kysely'
import type { MailFault } from '#contract/mail/mailboxes'
import type { Refusal } from '#contract/mail/refusals'
import type { Ctx } from '../../http/context.ts'
import { faultSentence } from './cockpit.ts'
import { getMailbox } from './mailboxes.ts'

const listed = 500

/** Returns what the server of a mailbox refused too often, the latest first. Errors: NOT_FOUND. */
export async function listRefusals(ctx: Ctx, mailboxId: string): Promise<Refusal[]> {
  await getMailbox(ctx, mailboxId)
  const { rows } = await sql<Omit<Refusal, 'detail'> & { fault: MailFault }>`
    select r.id, r.task, e.id as "emailRef", coalesce(e.subject, '') as subject,
           coalesce(nullif(e.from_name, ''), e.from_address, '') as "from", f.path as folder,
           iso(r.refused_at) as "refusedAtUtc", r.fault, r.said
      from mail_refused_task r join mail_source s on s.id = r.source_id join mail_folder f on f.id = s.folder_id
      left join email e on e.id = s.email_id
     where r.mailbox_id = ${mailboxId} and r.left_at is null order by r.refused_at desc, r.id desc limit ${listed}`.execute(
    ctx.db,
  )
  return rows.map(({ fault, ...row }) => ({ ...row, detail: faultSentence(ctx, fault) }))
}

/** Gives refused tasks to the reader of the mailbox again; returns how many there were. Errors: NOT_FOUND. */
export async function retryRefusals(ctx: Ctx, mailboxId: string, ids: readonly string[]): Promise<{ count: number }> {
  await getMailbox(ctx, mailboxId)
  const tasks = await ctx.db
    .deleteFrom('mail_refused_task')
    .where('mailbox_id', '=', mailboxId)
    .where('id', 'in', ids)
    .where('left_at', 'is', null)
    .returning(['source_id', 'task'])
    .execute()
  if (tasks.length > 0) await ctx.db.insertInto('mail_server_task').values(tasks).execute()
  return { count: tasks.length }
}

/** Leaves refused tasks undone; returns how many there were. Errors: NOT_FOUND. */
export async function dismissRefusals(ctx: Ctx, mailboxId: string, ids: readonly string[]): Promise<{ count: number }> {
  await getMailbox(ctx, mailboxId)
  const left = await ctx.db
    .updateTable('mail_refused_task')
    .set({ left_at: sql<string>`now()` })
    .where('mailbox_id', '=', mailboxId)
    .where('id', 'in', ids)
    .where('left_at', 'is', null)
    .returning('id')
    .execute()
  return { count: left.length }
}
