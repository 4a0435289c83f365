import type { Kysely } from 'kysely'
import { lockEach } from '../../db/locks.ts'
import type { DB } from '../../db/schema.ts'
import type { ReadMessage } from '../reading/message.ts'
import { bareSubject, namedIds } from './thread.ts'

/** Largest number of recipients of a sent message that are locked; most answers are found by Message-ID anyway. */
const lockedReceivers = 20

/**
 * Returns lock keys for what two messages may share that must not be filed at the same moment: they are the same
 * message or copies, belong to one thread, or are reports about one message. Messages that share none of these are
 * filed concurrently.
 */
export function lockKeys(message: ReadMessage, sourceHash: string, role: string): string[] {
  const { messageId, from, to, report } = message
  const ids = messageId ? [messageId, ...namedIds(message)] : namedIds(message)
  const people = role === 'SENT' ? [from, ...to.slice(0, lockedReceivers)] : [from]
  const subject = bareSubject(message.subject)
  return [
    `source ${sourceHash}`,
    ...ids.map((id) => `id ${id}`),
    ...people.map(({ address }) => `subject ${address.toLowerCase()} ${subject}`),
    ...(report?.originalMessageId ? [`id ${report.originalMessageId}`] : []),
    ...(report?.recipients ?? []).map(({ recipient }) => `bounced ${recipient.toLowerCase()}`),
  ]
}

/** Locks of a transaction that files messages, held to its end. */
export interface FilingLocks {
  /** Includes threads that the transaction created; nobody else sees these. */
  readonly threads: Set<string>
}

/** Takes the locks once per transaction, for all messages that it will file: taking them in turns could deadlock. */
export async function lockFiling(db: Kysely<DB>, keys: readonly string[]): Promise<FilingLocks> {
  await lockEach(db, 'message', keys)
  return { threads: new Set() }
}
