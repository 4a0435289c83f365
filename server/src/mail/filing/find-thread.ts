import { type Kysely, type RawBuilder, sql } from 'kysely'
import { lockEach } from '../../db/locks.ts'
import type { DB } from '../../db/schema.ts'
import type { ReadMessage } from '../reading/message.ts'
import type { FilingLocks } from './lock-filing.ts'
import { bareSubject, type Candidate, isAnswer, namedIds, threadsOf } from './thread.ts'

/** How many days back an answer is matched by its subject. */
const subjectDays = 30

/**
 * Returns the thread that a message belongs to; null if it begins one. Threads that it connects are merged. They are
 * locked until the end of the transaction, so that nobody adds to a thread while it is merged into another.
 */
export async function findThread(
  db: Kysely<DB>,
  message: ReadMessage,
  at: Date,
  locks: FilingLocks,
): Promise<string | null> {
  for (;;) {
    const threads = await threadsNow(db, message, at)
    const others = threads.filter((id) => !locks.threads.has(id))
    if (others.length === 0) return connect(db, threads)
    await lockEach(db, 'thread', others)
    // Another transaction may have merged these threads before they were locked, so they are read again.
    for (const id of others) locks.threads.add(id)
  }
}

async function threadsNow(db: Kysely<DB>, message: ReadMessage, at: Date): Promise<string[]> {
  const threads = threadsOf(message, await candidates(db, message, namedIds(message)))
  return threads.length > 0 ? threads : bySubject(db, message, at)
}

async function connect(db: Kysely<DB>, [first, ...others]: readonly string[]): Promise<string | null> {
  if (others.length > 0) {
    await sql`update email set thread_id = ${first} where thread_id = any(${others}::uuid[])`.execute(db)
  }
  return first ?? null
}

/** Largest number of messages read per way; if more share a reference, most of them are in one thread already. */
const mostNaming = 2000
/** Number of the latest of them that are examined. */
const mostCandidates = 200

/**
 * Returns the messages that this one references, those that reference the same messages, and those that reference it.
 * Each way has a limit of its own, so that a message referenced by very many does not displace the others, and not all
 * of these need sorting.
 */
async function candidates(db: Kysely<DB>, message: ReadMessage, named: readonly string[]): Promise<Candidate[]> {
  const columns = sql`thread_id as "threadId", message_id as "messageId", reference_ids as references, received_at`
  const latest = (where: RawBuilder<unknown>) => sql`
    (select * from (select ${columns} from email where ${where} limit ${sql.lit(mostNaming)}) as known
      order by received_at desc limit ${sql.lit(mostCandidates)})`
  const ways = [
    ...(named.length > 0
      ? [latest(sql`message_id = any(${[...named]})`), latest(sql`reference_ids && ${[...named]}`)]
      : []),
    ...(message.messageId ? [latest(sql`reference_ids && ${[message.messageId]}`)] : []),
  ]
  if (ways.length === 0) return []
  const { rows } = await sql<Candidate>`${sql.join(ways, sql` union all `)}`.execute(db)
  return rows
}

/** Returns the thread of a recent message with the same subject and person, for an answer without references. */
async function bySubject(db: Kysely<DB>, message: ReadMessage, at: Date): Promise<string[]> {
  const { address } = message.from
  if (!isAnswer(message.subject) || message.inReplyTo || message.references.length > 0 || address.length < 4) return []
  const wanted = bareSubject(message.subject)
  if (!wanted) return []
  const since = new Date(at.getTime() - subjectDays * 86_400_000)
  const { rows } = await sql<{ threadId: string; subject: string }>`
    (select thread_id as "threadId", subject, received_at from email
      where lower(from_address) = lower(${address}) and received_at between ${since} and ${at}
      order by received_at desc limit 50)
    union all
    (select thread_id, subject, received_at from email
      where direction = 'OUTGOING' and deleted_at is null and search like needle(${address})
        and to_list @> ${JSON.stringify([{ address }])}::jsonb and received_at between ${since} and ${at}
      order by received_at desc limit 50)
    order by received_at desc`.execute(db)
  return rows
    .filter(({ subject }) => bareSubject(subject) === wanted)
    .slice(0, 1)
    .map(({ threadId }) => threadId)
}
