/** A message whose thread a new one may join. */
export interface Candidate {
  readonly threadId: string
  readonly messageId: string
  readonly references: readonly string[]
}

interface Ids {
  readonly messageId: string
  readonly inReplyTo: string
  readonly references: readonly string[]
}

/** Returns the ids that a message references: the one it answers first, then from the latest to the earliest. */
export function namedIds({ inReplyTo, references, messageId }: Ids): string[] {
  const named = [...(inReplyTo ? [inReplyTo] : []), ...references.toReversed()]
  return [...new Set(named)].filter((id) => id !== messageId)
}

/**
 * Returns the threads that a new message connects, the one it belongs to first: of the message it answers, of those it
 * references, of those that reference it (they arrived earlier), and of those that reference the same unknown message.
 */
export function threadsOf(message: Ids, candidates: readonly Candidate[]): string[] {
  const threads: string[] = []
  const named = namedIds(message)
  for (const id of named) for (const one of candidates) if (one.messageId === id) threads.push(one.threadId)
  for (const one of candidates) {
    if (message.messageId && one.references.includes(message.messageId)) threads.push(one.threadId)
  }
  for (const id of named) for (const one of candidates) if (one.references.includes(id)) threads.push(one.threadId)
  return [...new Set(threads)]
}

const prefix = /^\s*((re|aw|antw|antwort|sv|wg|fwd?|tr|rif|r)\s*(\[\d+\]\s*)?:|\[[^\]]{1,30}\])\s*/i

/** Returns the subject without the prefixes of answers and forwards. */
export function bareSubject(subject: string): string {
  let bare = subject
  while (prefix.test(bare)) bare = bare.replace(prefix, '')
  return bare.trim().replace(/\s+/g, ' ').toLowerCase()
}

/** Whether a subject has the prefix of an answer, possibly after the tag of a server or list. */
export const isAnswer = (subject: string): boolean =>
  /^\s*(\[[^\]]{1,30}\]\s*)*(re|aw|antw|antwort|sv|wg|fwd?|tr|rif)\s*(\[\d+\]\s*)?:/i.test(subject)
