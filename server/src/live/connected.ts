import type { Language } from '#contract/limits'
import type { Topic } from '#contract/live'
import type { SignedIn } from '../http/actors.ts'
import type { StompConnection } from './stomp.ts'

/** A browser tab that is connected to the channel, with its signed-in user. */
export interface Connected {
  readonly connection: StompConnection
  readonly session: Buffer
  user: SignedIn
  /** The id that the tab has given itself. */
  tab?: string | undefined
  language?: Language | undefined
}

/** Sends a message to all connections that subscribe to the topic; `bodyFor` returns null for users who get none. */
export function send(everybody: Iterable<Connected>, topic: Topic, bodyFor: (user: SignedIn) => string | null): void {
  for (const { connection, user } of everybody) {
    const body = connection.isOn(topic) ? bodyFor(user) : null
    if (body) connection.send(topic, body)
  }
}
