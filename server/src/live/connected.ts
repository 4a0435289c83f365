import type { Language } from '#contract/limits'
import type { Topic } from '#contract/live'
import type { SignedIn } from '../http/actors.ts'
import type { StompConnection } from './stomp.ts'

/** A tab of a browser that somebody is signed in with. */
export interface Connected {
  readonly connection: StompConnection
  readonly session: Buffer
  user: SignedIn
  /** The tab of the browser, as it names itself. */
  tab?: string | undefined
  language?: Language | undefined
}

/** Sends to all that listen to a topic what each may hear of it; null is nothing. */
export function send(everybody: Iterable<Connected>, topic: Topic, bodyFor: (user: SignedIn) => string | null): void {
  for (const { connection, user } of everybody) {
    const body = connection.isOn(topic) ? bodyFor(user) : null
    if (body) connection.send(topic, body)
  }
}
