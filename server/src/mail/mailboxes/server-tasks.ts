import { type Kysely, sql } from 'kysely'
import type { MailFault, ServerTask } from '#contract/mail/mailboxes'
import type { DB } from '../../db/schema.ts'
import { hangUps, type MailError, mailError } from '../transports/faults.ts'
import type { ConnectedMailbox } from '../transports/mailbox.ts'
import type { FolderCursor, HomeFolder, Told, Transport } from '../transports/transport.ts'
import type { AssertReader } from './reader.ts'

const atOnce = 200
const mostTries = 10
/** Faults that concern a single message; with any other fault the remaining tasks would fail as well. */
const aboutTheMessage: readonly MailFault[] = ['PROTOCOL', 'NOT_ALLOWED', 'TOO_LARGE', 'QUOTA', 'FOLDER_MISSING']
/** Faults that end the round, although the task may be their reason: it waits, so that the next round gets further. */
const maybeAboutTheMessage: readonly MailFault[] = [...hangUps, 'THROTTLED']

interface Task extends FolderCursor {
  readonly id: string
  readonly sourceId: string
  readonly emailId: string | null
  readonly task: ServerTask
  readonly tries: number
  readonly uid: string
  readonly home: HomeFolder | null
}

/**
 * Tells the server what users did here: what was read, answered or moved to the bin. A task that the server refuses is
 * retried later; after `mostTries` it waits for an admin, unless its folder is gone and the message with it.
 */
export async function tellServer(
  db: Kysely<DB>,
  transport: Transport,
  mailbox: ConnectedMailbox,
  assertReader: AssertReader,
): Promise<void> {
  const { rows } = await sql<Task>`
    select t.id, t.source_id as "sourceId", s.email_id as "emailId", t.task, t.tries, s.uid, f.path, f.folder_ref as ref,
           s.uid_validity as "uidValidity", f.uid_next as "uidNext", f.highest_modseq as "highestModseq",
           f.delta_link as "deltaLink",
           (select json_build_object('path', home.path, 'ref', home.folder_ref) from mail_folder home
             where home.id = s.home_id) as home
      from mail_server_task t join mail_source s on s.id = t.source_id join mail_folder f on f.id = s.folder_id
     where t.mailbox_id = ${mailbox.id} and t.next_try_at <= now() order by t.id limit ${atOnce}`.execute(db)
  for (const task of rows) {
    // A replaced reader must not undo what the new one told the server.
    await assertReader(db)
    try {
      const told = await transport.tell(task, task.uid, task.task, task.home)
      await noteTold(db, mailbox, task, told)
      await db.deleteFrom('mail_server_task').where('id', '=', task.id).execute()
    } catch (error) {
      const refusal = mailError(error)
      const { fault } = refusal
      if (maybeAboutTheMessage.includes(fault)) await postpone(db, task)
      if (!aboutTheMessage.includes(fault)) throw error
      await (task.tries < mostTries ? postpone(db, task) : giveUp(db, task, refusal))
    }
  }
}

async function giveUp(db: Kysely<DB>, { id }: Task, { fault, said }: MailError): Promise<void> {
  await sql`
    with given_up as (delete from mail_server_task where id = ${id} returning source_id, task)
    insert into mail_refused_task (mailbox_id, source_id, task, fault, said)
    select f.mailbox_id, s.id, g.task, ${fault}, ${said}
      from given_up g join mail_source s on s.id = g.source_id join mail_folder f on f.id = s.folder_id
     where s.gone_at is null and f.gone_at is null
    on conflict (source_id, task)
      do update set fault = excluded.fault, said = excluded.said, refused_at = excluded.refused_at, left_at = null
  `.execute(db)
}

/** Stores the new state, so that the next look does not take it for a change made on the server. */
async function noteTold(db: Kysely<DB>, mailbox: ConnectedMailbox, task: Task, told: Told | null): Promise<void> {
  const source = db.updateTable('mail_source').where('id', '=', task.sourceId)
  if (task.task === 'SEEN' || task.task === 'UNSEEN') {
    if (told) await source.set({ seen: task.task === 'SEEN' }).execute()
    return
  }
  if (!told?.moved) return
  const { path, role, uidValidity, uid } = told.moved
  const home = task.task === 'BIN' ? sql`(select folder_id from mail_source where id = ${task.sourceId})` : sql`null`
  await source.set({ gone_at: sql<string>`now()` }).execute()
  await sql`
    with folder as (
      insert into mail_folder (mailbox_id, path, role) values (${mailbox.id}, ${path}, ${role})
      on conflict (mailbox_id, path) do update set gone_at = null returning id)
    insert into mail_source (folder_id, uid_validity, uid, email_id, home_id)
    select folder.id, ${uidValidity}, ${uid}, ${task.emailId}::uuid, ${home} from folder
    on conflict (folder_id, uid_validity, uid)
      do update set email_id = excluded.email_id, home_id = excluded.home_id, outcome = null, gone_at = null
  `.execute(db)
}

async function postpone(db: Kysely<DB>, { id, tries }: Task): Promise<void> {
  await db
    .updateTable('mail_server_task')
    .set({ tries: Math.min(tries + 1, mostTries), next_try_at: nextTryAfter(tries) })
    .where('id', '=', id)
    .execute()
}

const nextTryAfter = (tries: number) => sql<string>`now() + make_interval(secs => ${Math.min(3600, 5 * 2 ** tries)})`

/**
 * POP3: deletes messages from the server after the days that the mailbox sets, if they are filed here. A message of
 * which only the head could be read stays, as the server may have the only complete copy. What the server refuses
 * becomes a task, so that it is tried again, and then waits for an admin.
 */
export async function removeOld(
  db: Kysely<DB>,
  transport: Transport,
  mailbox: ConnectedMailbox,
  assertReader: AssertReader,
): Promise<void> {
  const { id, type, deleteAfterDays } = mailbox
  if (type !== 'POP3' || deleteAfterDays === null) return
  const { rows } = await sql<{ sourceId: string; uid: string }>`
    select s.id as "sourceId", s.uid
      from mail_source s join mail_folder f on f.id = s.folder_id join email e on e.id = s.email_id
     where f.mailbox_id = ${id} and s.gone_at is null and e.source_hash is not null and e.parse_state <> 'FAILED'
       and e.created_at < now() - make_interval(days => ${deleteAfterDays})
       and not exists (select from mail_server_task t where t.source_id = s.id and t.task = 'REMOVE')
       and not exists (select from mail_refused_task r where r.source_id = s.id and r.task = 'REMOVE')
     limit ${atOnce}`.execute(db)
  const inbox = { path: 'INBOX', ref: null, uidValidity: 0, uidNext: null, highestModseq: null, deltaLink: null }
  for (const { sourceId, uid } of rows) {
    await assertReader(db)
    try {
      await transport.tell(inbox, uid, 'REMOVE')
    } catch (error) {
      const { fault } = mailError(error)
      const isAboutTheMessage = aboutTheMessage.includes(fault)
      if (isAboutTheMessage || maybeAboutTheMessage.includes(fault)) await removeLater(db, mailbox, sourceId)
      if (!isAboutTheMessage) throw error
    }
  }
}

/** Queues a removal that was refused, unless the settings of the mailbox have changed. */
async function removeLater(db: Kysely<DB>, { id, version }: ConnectedMailbox, sourceId: string): Promise<void> {
  await sql`
    insert into mail_server_task (source_id, task, tries, next_try_at)
    select ${sourceId}, 'REMOVE', 1, ${nextTryAfter(0)} from mailbox where id = ${id} and version = ${version}
  `.execute(db)
}

/** Forgets which messages are to be removed from a POP3 server, after the days for it have changed. */
export async function forgetRemovals(db: Kysely<DB>, mailboxId: string): Promise<void> {
  for (const table of ['mail_server_task', 'mail_refused_task'] as const) {
    await db.deleteFrom(table).where('mailbox_id', '=', mailboxId).where('task', '=', 'REMOVE').execute()
  }
}
