import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'

type Db = Kysely<DB>
const opposite = { SEEN: 'UNSEEN', UNSEEN: 'SEEN', BIN: 'UNBIN' } as const

/**
 * Queues a task for every server that has the e-mail, or only that of one mailbox; pending tasks with the opposite
 * effect are dropped, and so is what a server refused to do before. Servers learn that a message was read only if the
 * mailbox is set so.
 */
export async function tellServers(
  db: Db,
  emailId: string,
  task: keyof typeof opposite,
  mailboxId?: string,
): Promise<void> {
  await forget(db, emailId, opposite[task])
  await forgetRefused(db, emailId, [task, opposite[task]])
  const wanted = task === 'BIN' ? sql`true` : sql`coalesce((b.settings ->> 'marksSeen')::boolean, true)`
  const there = mailboxId ? sql`b.id = ${mailboxId}` : sql`true`
  await sql`
    insert into mail_server_task (source_id, task)
    select s.id, ${task} from mail_source s join mail_folder f on f.id = s.folder_id
      join mailbox b on b.id = f.mailbox_id and b.deleted_at is null
     where s.email_id = ${emailId} and s.gone_at is null and ${wanted} and ${there}
       and not exists (select from mail_server_task t where t.source_id = s.id and t.task = ${task})`.execute(db)
}

/** Brings an e-mail back from the bins of its servers; tasks that a server has not received yet are dropped. */
export async function untellServers(db: Db, emailId: string): Promise<void> {
  const unheard = await forget(db, emailId, 'BIN')
  await forgetRefused(db, emailId, ['BIN', 'UNBIN'])
  await sql`
    insert into mail_server_task (source_id, task)
    select s.id, 'UNBIN' from mail_source s join mail_folder f on f.id = s.folder_id
      join mailbox b on b.id = f.mailbox_id and b.deleted_at is null
     where s.email_id = ${emailId} and s.gone_at is null and f.role = 'TRASH'
       and not s.id = any (${unheard}::uuid[])`.execute(db)
}

async function forget(db: Db, emailId: string, task: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from mail_server_task t using mail_source s
     where s.id = t.source_id and s.email_id = ${emailId} and t.task = ${task} returning s.id`.execute(db)
  return rows.map(({ id }) => id)
}

async function forgetRefused(db: Db, emailId: string, tasks: readonly string[]): Promise<void> {
  await sql`
    delete from mail_refused_task r using mail_source s
     where s.id = r.source_id and s.email_id = ${emailId} and r.task = any (${tasks}::text[])`.execute(db)
}
