import { readSubject, type Topic } from '#contract/live'
import { type Notification, topicOf } from '#contract/together/notifications'
import type { SignedIn } from '../http/actors.ts'
import type { Connected } from './connected.ts'

/** Returns the unread notifications of a user, or of these the one with the id. */
export type Unread = (user: SignedIn, id?: string) => Promise<Notification[]>

const topics = new Set<Topic>(Object.values(topicOf))

/** Sends notifications to their users; none while the database is away, as a new connection gets all unread ones. */
export function tellNotifications(everybody: Iterable<Connected>, unread: Unread) {
  /** Sends to the user's connections among these. */
  async function tell(among: Iterable<Connected>, userId: string, id?: string): Promise<void> {
    const own = [...among].filter(({ user, connection }) => user.id === userId && connection.isOnAny(topics))
    const [first] = own
    if (!first) return
    const found = await unread(first.user, id)
    // the oldest first
    for (const notification of found.toReversed()) {
      const topic = topicOf[notification.notificationType]
      for (const { connection } of own) connection.send(topic, JSON.stringify(notification))
    }
  }

  return {
    /** Sends a new notification to all tabs of its user. */
    changed(text: string): void {
      const subject = text.startsWith('notification ') ? readSubject(text) : null
      if (subject?.kind !== 'notification' || !subject.user || !subject.notification) return
      tell(everybody, subject.user, subject.notification).catch(() => {})
    },
    /** Sends all unread notifications to a new connection. */
    tellUnread: (one: Connected) => void tell([one], one.user.id).catch(() => {}),
  }
}
