import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { ConnectedMailbox } from '../transports/mailbox.ts'
import type { FolderCursor, RemoteFolder } from '../transports/transport.ts'

/** A folder that is read, with its cursor. */
export interface ReadFolder extends FolderCursor {
  readonly id: string
  readonly role: string
  readonly checkedAt: Date | null
}

/** Whether a folder is read: the inbox, the Sent folder, and the folders that an admin chose. */
export const isRead = (
  { folders }: Pick<ConnectedMailbox, 'folders'>,
  { path, role }: Pick<RemoteFolder, 'path' | 'role'>,
) => role === 'INBOX' || role === 'SENT' || folders.includes(path)

/** Returns the chosen folders that do not exist on the server. */
export const missingFolders = (
  { folders }: Pick<ConnectedMailbox, 'folders'>,
  remote: readonly Pick<RemoteFolder, 'path'>[],
): string[] => folders.filter((path) => !remote.some((folder) => folder.path === path))

/** Stores the folders that are read and returns them, the inbox first. */
export async function readFolders(
  db: Kysely<DB>,
  mailbox: ConnectedMailbox,
  remote: readonly RemoteFolder[],
): Promise<ReadFolder[]> {
  const wanted = remote.filter((folder) => isRead(mailbox, folder))
  const paths = wanted.map(({ path }) => path)
  if (wanted.length > 0) {
    await db
      .insertInto('mail_folder')
      .values(wanted.map(({ path, role, ref }) => ({ mailbox_id: mailbox.id, path, role, folder_ref: ref })))
      .onConflict((on) =>
        on.columns(['mailbox_id', 'path']).doUpdateSet((eb) => ({
          role: eb.ref('excluded.role'),
          folder_ref: eb.ref('excluded.folder_ref'),
          gone_at: null,
        })),
      )
      .execute()
  }
  await sql`
    update mail_folder set gone_at = now()
     where mailbox_id = ${mailbox.id} and gone_at is null and path <> all(${remote.map(({ path }) => path)})`.execute(
    db,
  )
  const { rows } = await sql<ReadFolder & { checkedAt: string | null }>`
    select id, path, role, folder_ref as ref, uid_validity as "uidValidity", uid_next as "uidNext",
           highest_modseq as "highestModseq", delta_link as "deltaLink", checked_at as "checkedAt"
      from mail_folder where mailbox_id = ${mailbox.id} and path = any(${paths})
     order by role = 'INBOX' desc, role = 'SENT' desc, path`.execute(db)
  return rows.map((row) => ({ ...row, checkedAt: row.checkedAt === null ? null : new Date(row.checkedAt) }))
}

export async function saveCursor(
  db: Kysely<DB>,
  folderId: string,
  cursor: FolderCursor,
  whole: boolean,
): Promise<void> {
  await db
    .updateTable('mail_folder')
    .set({
      uid_validity: cursor.uidValidity,
      uid_next: cursor.uidNext,
      highest_modseq: cursor.highestModseq,
      delta_link: cursor.deltaLink,
      ...(whole ? { checked_at: sql<string>`now()` } : {}),
    })
    .where('id', '=', folderId)
    .execute()
}
