import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'

/** This process as the reader of one mailbox, valid as long as its token is in `mailbox_reader`. */
export interface Reader {
  readonly mailboxId: string
  readonly token: string
  /** Aborted as soon as another process may read the mailbox. */
  readonly lost: AbortSignal
}

/** Thrown when another process has become the reader of the mailbox. */
export class ReplacedReader extends Error {
  constructor() {
    super('another process reads this mailbox')
  }
}

/** Called at the beginning of each transaction that writes; throws when another process has become the reader. */
export type AssertReader = (db: Kysely<DB>) => Promise<void>

/**
 * Becomes the reader of a mailbox whose lock this process has. A former reader that did not end orderly may not know
 * yet that it lost its lock, so it gets `waitMs` to notice. Errors: when `signal` is aborted meanwhile.
 */
export async function takeOver(
  db: Kysely<DB>,
  { mailboxId, token }: Reader,
  waitMs: number,
  signal: AbortSignal,
): Promise<void> {
  const former = await db
    .selectFrom('mailbox_reader')
    .select('token')
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirst()
  if (former && waitMs > 0) await sleep(waitMs, undefined, { signal })
  // Waits for transactions of the former reader.
  await sql`
    insert into mailbox_reader (mailbox_id, token) values (${mailboxId}, ${token})
    on conflict (mailbox_id) do update set token = excluded.token, since = now()`.execute(db)
}

/** Throws unless this process is the reader, and stays so until the transaction ends. Errors: ReplacedReader. */
export async function assertReader(db: Kysely<DB>, { mailboxId, token }: Reader): Promise<void> {
  const row = await db
    .selectFrom('mailbox_reader')
    .select('token')
    .where('mailbox_id', '=', mailboxId)
    .where('token', '=', token)
    .forShare()
    .executeTakeFirst()
  if (!row) throw new ReplacedReader()
}

/** Gives up the role of reader, so that the next one need not wait. */
export async function giveBack(db: Kysely<DB>, { mailboxId, token }: Reader): Promise<void> {
  await db.deleteFrom('mailbox_reader').where('mailbox_id', '=', mailboxId).where('token', '=', token).execute()
}
