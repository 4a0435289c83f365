import type { Kysely } from 'kysely'
import { lockEach } from '../../db/locks.ts'
import type { DB } from '../../db/schema.ts'
import type { ReadMessage } from '../reading/message.ts'
import { bareSubject, namedIds } from './thread.ts'

/** The most recipients of a sent message that are locked: most answers are found by Message-ID anyway. */
const lockedReceivers = 20

/**
 * What two messages have in common that must not be filed at the same moment, as texts: they are the same one, or
 * copies of it, or belong to one thread, or are reports of one message. Messages that share none of these are filed
 * side by side.
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

/** What a transaction that files messages has locked, to its end. */
export interface FilingLocks {
  /** Those that it made itself too: nobody else sees them. */
  readonly threads: Set<string>
}

/** To be taken once per transaction, for all messages that it will file: locks taken in turns could deadlock. */
export async function lockFiling(db: Kysely<DB>, keys: readonly string[]): Promise<FilingLocks> {
  await lockEach(db, 'message', keys)
  return { threads: new Set() }
}
