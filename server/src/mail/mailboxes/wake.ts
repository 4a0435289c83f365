import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'

/** Tells whichever process reads the mailbox, once the transaction has committed; an empty id means all of them. */
export async function wakeMailbox(db: Kysely<DB>, id: string): Promise<void> {
  await sql`select pg_notify('mailbox', ${id})`.execute(db)
}
