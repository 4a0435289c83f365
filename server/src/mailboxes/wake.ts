import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

/** Where processes hear that there is something to do for a mailbox; the message is its id, or empty for all. */
export const mailboxChannel = 'mailbox'

/** Tells whichever process reads the mailbox, once the transaction has committed. */
export async function wakeMailbox(db: Kysely<DB>, id: string): Promise<void> {
  await sql`select pg_notify(${mailboxChannel}, ${id})`.execute(db)
}
