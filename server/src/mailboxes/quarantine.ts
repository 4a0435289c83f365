import { Readable } from 'node:stream'
import { keep } from '../files/files.ts'
import type { House } from '../http/context.ts'
import type { Arrival } from '../mail/file-email.ts'
import { UnreadableMessage } from '../mail/parse.ts'

/** Whether an error lies in what a message holds, and not in the database, the disk or the connection. */
export function isOfMessage(error: unknown): boolean {
  if (error instanceof UnreadableMessage || error instanceof TypeError || error instanceof RangeError) return true
  const { code } = error as { code?: unknown }
  // Data that a column does not take, a row that breaks a rule, a row too large for an index.
  return typeof code === 'string' && /^(22|23|54)\w{3}$/.test(code)
}

/** Keeps a message that cannot be filed, with its source; the folder goes on behind it. */
export async function quarantine(
  { database, services }: House,
  mailboxId: string,
  { folderId, uidValidity, uid, receivedAt }: Arrival,
  source: Uint8Array,
  error: unknown,
): Promise<void> {
  const stored = await keep(database.kysely, services.files, () => Readable.from([source]))
  const head = Buffer.from(source.subarray(0, 50_000)).toString('latin1')
  const reason = error instanceof Error ? error.message : String(error)
  await database.kysely.transaction().execute(async (db) => {
    await db
      .insertInto('mail_quarantine')
      .values({
        mailbox_id: mailboxId,
        folder_id: folderId,
        uid_validity: uidValidity,
        uid,
        received_at: (receivedAt ?? new Date()).toISOString(),
        source_hash: stored.hash,
        size_byte: stored.size,
        subject: field(head, 'subject'),
        from_address: field(head, 'from'),
        reason: reason.replaceAll('\0', '').slice(0, 1000),
      })
      .onConflict((on) =>
        on.columns(['folder_id', 'uid_validity', 'uid']).doUpdateSet((eb) => ({
          tries: eb('mail_quarantine.tries', '+', 1),
          reason: eb.ref('excluded.reason'),
        })),
      )
      .execute()
    await db
      .insertInto('mail_source')
      .values({ folder_id: folderId, uid_validity: uidValidity, uid, outcome: 'QUARANTINED' })
      .onConflict((on) => on.columns(['folder_id', 'uid_validity', 'uid']).doUpdateSet({ outcome: 'QUARANTINED' }))
      .execute()
  })
}

const field = (head: string, name: string) =>
  (new RegExp(`^${name}:[ \\t]*(.{0,300})`, 'im').exec(head)?.[1] ?? '').replaceAll('\0', '').trim()
