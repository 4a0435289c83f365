import type { Kysely } from 'kysely'
import { lockEach } from '../../db/locks.ts'
import type { DB } from '../../db/schema.ts'
import type { ReadMessage } from '../reading/message.ts'
import { bareSubject, namedIds } from './thread.ts'

/** Of a message to hundreds of people the first ones do: an answer mostly names what it answers. */
const lockedReceivers = 20

/**
 * What two messages have in common that must not be filed at the same moment, as texts: they are the same one, or copies
 * of it, or belong to one thread, or are reports of one message. Messages that share none of these are filed side by side.
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

/** To be held by a transaction before it files messages; all that it will file at once, so that no two wait for each other. */
export const lockFiling = (db: Kysely<DB>, keys: readonly string[]): Promise<void> => lockEach(db, 'message', keys)
