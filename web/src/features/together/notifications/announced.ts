import type { NotificationType } from '#contract/together/notifications'
import { inBrowser } from '../../../state/storage.ts'

/** Maximum number of announced ids stored per browser. */
const most = 500
const keyOf = (userId: string) => `glut.announced.${userId}`
/** Age in milliseconds after which a notification is no longer announced. */
const freshMs = 60_000
/** The same age for an incoming call, longer because the caller is waiting. */
const callMs = 120_000

interface Announceable {
  readonly id: string
  readonly createdUtc: string
  readonly notificationType: NotificationType
}

/** Returns the remaining milliseconds to jump to a caller; null for other notifications. */
export const msToAnswer = ({ notificationType, createdUtc }: Announceable): number | null =>
  notificationType === 'INCOMING_CALL' ? Math.max(0, Date.parse(createdUtc) + callMs - Date.now()) : null

const isFresh = (one: Announceable) => (msToAnswer(one) ?? Date.parse(one.createdUtc) + freshMs - Date.now()) > 0

/**
 * Returns the recent notifications not yet announced by any tab of this browser, and marks them as announced, so that
 * only one tab makes a sound. A hidden tab waits for the others.
 */
export async function takeUnannounced<One extends Announceable>(userId: string, all: readonly One[]): Promise<One[]> {
  if (document.hidden) await new Promise((resolve) => setTimeout(resolve, 400))
  const take = () => {
    const known = inBrowser.readJson(keyOf(userId))
    const ids: string[] = Array.isArray(known) ? known : []
    const taken = new Set(ids)
    const rest = all.filter(({ id }) => !taken.has(id))
    if (rest.length > 0) inBrowser.writeJson(keyOf(userId), [...ids, ...rest.map(({ id }) => id)].slice(-most))
    return rest.filter(isFresh)
  }
  return navigator.locks ? navigator.locks.request(keyOf(userId), take) : take()
}
