import { type Kysely, sql } from 'kysely'
import type { MailFault } from '#contract/mail/mailboxes'
import type { DB } from '../../db/schema.ts'
import type { MailError } from '../transports/faults.ts'
import type { Trouble } from './sync-round.ts'

/** Number of refused sign-ins in a row that ends automatic retries, because servers lock accounts out. */
const mostRefusals = 3
const refusals: readonly MailFault[] = ['CREDENTIALS', 'TOKEN']
const longestWaitMs = 15 * 60_000

/** Stores a successful round, and the trouble that there is all the same. */
export async function noteSuccess(
  db: Kysely<DB>,
  mailboxId: string,
  { pushed, filed, trouble }: { pushed: boolean; filed: number; trouble: Trouble | null },
): Promise<void> {
  await sql`
    insert into mailbox_status (mailbox_id, state, fault, said, last_try_at, last_success_at, last_message_at, pushed)
    values (${mailboxId}, 'OK', ${trouble?.fault ?? null}, ${(trouble?.said ?? '').slice(0, 500)}, now(), now(),
            case when ${filed} > 0 then now() end, ${pushed})
    on conflict (mailbox_id) do update
       set state = 'OK', fault = excluded.fault, said = excluded.said, failures = 0, next_try_at = null,
           last_try_at = now(), last_success_at = now(), pushed = excluded.pushed,
           last_message_at = coalesce(excluded.last_message_at, mailbox_status.last_message_at)`.execute(db)
}

/** Stores a fault; returns the milliseconds until the next try, null for no automatic retry. */
export async function noteFailure(db: Kysely<DB>, mailboxId: string, error: MailError): Promise<number | null> {
  const { rows } = await sql<{ failures: number }>`
    insert into mailbox_status (mailbox_id, state, fault, said, failures, last_try_at)
    values (${mailboxId}, 'ERROR', ${error.fault}, ${error.said}, 1, now())
    on conflict (mailbox_id) do update
       set state = 'ERROR', said = excluded.said, last_try_at = now(), pushed = false,
           failures = case when mailbox_status.fault = excluded.fault then mailbox_status.failures + 1 else 1 end,
           fault = excluded.fault
    returning failures`.execute(db)
  const failures = rows[0]?.failures ?? 1
  const refused = refusals.includes(error.fault) && failures >= mostRefusals
  const wait = error.waitMs ?? Math.min(longestWaitMs, 5000 * 2 ** (failures - 1))
  // Jitter, so that not all mailboxes try at the same moment after a server was unavailable.
  const after = refused ? null : Math.round(wait * (1 + Math.random() / 4))
  await sql`
    update mailbox_status
       set state = ${refused ? 'AUTH_ERROR' : 'ERROR'}, next_try_at = now() + make_interval(secs => ${after === null ? null : after / 1000})
     where mailbox_id = ${mailboxId}`.execute(db)
  return after
}
