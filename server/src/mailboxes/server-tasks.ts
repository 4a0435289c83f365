import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { ServerTask, Transport } from '../mail/transport.ts'
import type { ReadFolder } from './folders.ts'

const atOnce = 200
const mostTries = 10

interface Task {
  readonly id: string
  readonly task: ServerTask
  readonly tries: number
  readonly uid: string
  readonly folderId: string
  readonly uidValidity: number
}

/** Tells the server what people did here: what was read, answered or thrown away. One that is refused is tried later. */
export async function tellServer(db: Kysely<DB>, transport: Transport, folders: readonly ReadFolder[]): Promise<void> {
  const ids = folders.map(({ id }) => id)
  const { rows } = await sql<Task>`
    select t.id, t.task, t.tries, s.uid, s.folder_id as "folderId", s.uid_validity as "uidValidity"
      from mail_server_task t join mail_source s on s.id = t.source_id
     where s.folder_id = any(${ids}::uuid[]) and t.next_try_at <= now() order by t.id limit ${atOnce}`.execute(db)
  for (const task of rows) {
    const folder = folders.find(({ id }) => id === task.folderId)
    if (folder && folder.uidValidity === task.uidValidity) {
      const told = await transport.tell(folder, task.uid, task.task)
      if (told) await noteSeen(db, task)
      else if (task.tries < mostTries && task.task !== 'SEEN' && task.task !== 'UNSEEN') {
        await postpone(db, task)
        continue
      }
    }
    await db.deleteFrom('mail_server_task').where('id', '=', task.id).execute()
  }
}

/** So that the server saying the same later is no news. */
async function noteSeen(db: Kysely<DB>, { task, folderId, uidValidity, uid }: Task): Promise<void> {
  if (task !== 'SEEN' && task !== 'UNSEEN') return
  await db
    .updateTable('mail_source')
    .set({ seen: task === 'SEEN' })
    .where('folder_id', '=', folderId)
    .where('uid_validity', '=', uidValidity)
    .where('uid', '=', uid)
    .execute()
}

async function postpone(db: Kysely<DB>, { id, tries }: Task): Promise<void> {
  await db
    .updateTable('mail_server_task')
    .set({
      tries: tries + 1,
      next_try_at: sql<string>`now() + make_interval(secs => ${Math.min(3600, 5 * 2 ** tries)})`,
    })
    .where('id', '=', id)
    .execute()
}
