import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export async function ask<Row>(connection: pg.ClientConfig, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text, values)).rows as Row[]
  } finally {
    await client.end()
  }
}

interface UnderWay {
  readonly mails: number
  /** Ids of messages that are being sent: only these may be unclear later. */
  readonly messages: readonly string[]
}

/** Returns the mails and messages in progress; none while the database does not answer. */
export async function underWay(connection: pg.ClientConfig): Promise<UnderWay> {
  const [state] = await ask<UnderWay>(
    connection,
    `select (select count(*)::int from mail_source where outcome = 'WAITING') as mails,
            array(select id::text from outbox where state = 'SENDING') as messages`,
  ).catch(() => [])
  return state ?? { mails: 0, messages: [] }
}

/** Ends the time for undoing all messages. */
export async function takenNow(connection: pg.ClientConfig): Promise<void> {
  await ask(connection, `update outbox set leaves_at = now() where state = 'WAITING' and leaves_at > now()`).catch(
    () => {},
  )
}

/**
 * Waits until nothing is in progress. A killed process leaves a lease of one minute on a message and of ten minutes on
 * a copy. Where its holder is known to be dead the lease is cut short; for messages only if `hurried`.
 */
export async function settled(
  connection: pg.ClientConfig,
  { mails, sends, hurried }: { mails: number; sends: number; hurried: boolean },
  started: Date,
): Promise<void> {
  const deadline = Date.now() + 4 * 60_000
  for (let open = 1; open > 0 && Date.now() < deadline; ) {
    await sleep(300)
    if (hurried) {
      await takenNow(connection)
      await ask(
        connection,
        `update outbox set lease_until = now() where state = 'SENDING' and lease_until < $1::timestamptz + interval '59 seconds'`,
        [started],
      ).catch(() => [])
    }
    const rows = await ask<{ open: number }>(
      connection,
      `with forgotten as (
         update outbox set copy_next_at = now()
          where copy_state = 'WAITING' and copy_next_at > now() and copy_next_at < $3::timestamptz + interval '10 minutes')
       select greatest(0, $1 - (select count(*)::int from mail_source s join mail_folder f on f.id = s.folder_id
                                 where f.role = 'INBOX' and s.outcome is distinct from 'WAITING'))
            + greatest(0, $2 - (select count(*)::int from outbox
                                 where state not in ('WAITING', 'SENDING')
                                   and (copy_state <> 'WAITING' or sent_at is null))) as open`,
      [mails, sends, started],
    ).catch(() => [])
    open = rows[0]?.open ?? 1
  }
  // The copies in the Sent folder are read as well.
  await sleep(2500)
}
