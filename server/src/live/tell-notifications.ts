import { readSubject, type Topic } from '#contract/live'
import { type Notification, topicOf } from '#contract/together/notifications'
import type { SignedIn } from '../http/actors.ts'
import type { Connected } from './connected.ts'

/** The unread notifications of somebody, or the one with the id. */
export type Unread = (user: SignedIn, id?: string) => Promise<Notification[]>

const topics = new Set<Topic>(Object.values(topicOf))

/** Tells people their notifications. While the database is away it tells none: whoever comes back gets what is unread. */
export function tellNotifications(everybody: Iterable<Connected>, unread: Unread) {
  /** To all of these that are somebody's. */
  async function tell(among: Iterable<Connected>, userId: string, id?: string): Promise<void> {
    const own = [...among].filter(({ user, connection }) => user.id === userId && connection.isOnAny(topics))
    const [first] = own
    if (!first) return
    const found = await unread(first.user, id)
    // the oldest first, as they came
    for (const notification of found.toReversed()) {
      const topic = topicOf[notification.notificationType]
      for (const { connection } of own) connection.send(topic, JSON.stringify(notification))
    }
  }

  return {
    /** A new one goes to all tabs of its person. */
    changed(text: string): void {
      const subject = text.startsWith('notification ') ? readSubject(text) : null
      if (subject?.kind !== 'notification' || !subject.user || !subject.notification) return
      tell(everybody, subject.user, subject.notification).catch(() => {})
    },
    /** All that are unread, to who comes. */
    tellUnread: (one: Connected) => void tell([one], one.user.id).catch(() => {}),
  }
}
