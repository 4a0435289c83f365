import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'

/** The reading of one mailbox by this process, as long as its token stands in the row of the mailbox. */
export interface Reader {
  readonly mailboxId: string
  readonly token: string
  /** Aborted as soon as another process may read the mailbox. */
  readonly lost: AbortSignal
}

/** Another process reads the mailbox by now. */
export class ReplacedReader extends Error {
  constructor() {
    super('another process reads this mailbox')
  }
}

/** Begins each transaction that writes; throws when another process reads the mailbox by now. */
export type AssertReader = (db: Kysely<DB>) => Promise<void>

/**
 * Becomes the reader of a mailbox whose lock this process holds. If the former one did not end in order, it may not know
 * yet that it lost its lock: it is given `waitMs` to notice. Errors: when `signal` is aborted meanwhile.
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
  // Waits for what the former one is writing at this moment.
  await sql`
    insert into mailbox_reader (mailbox_id, token) values (${mailboxId}, ${token})
    on conflict (mailbox_id) do update set token = excluded.token, since = now()`.execute(db)
}

/** Nobody takes the mailbox over before the transaction ends. Errors: ReplacedReader. */
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

/** Ends in order: whoever comes next need not wait. */
export async function giveBack(db: Kysely<DB>, { mailboxId, token }: Reader): Promise<void> {
  await db.deleteFrom('mailbox_reader').where('mailbox_id', '=', mailboxId).where('token', '=', token).execute()
}
