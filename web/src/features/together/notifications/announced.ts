import type { NotificationType } from '#contract/together/notifications'
import { inBrowser } from '../../../state/storage.ts'

/** As many as a browser remembers to have announced. */
const most = 500
const keyOf = (userId: string) => `glut.announced.${userId}`
/** What is older when somebody comes stands in the list and makes no noise. */
const freshMs = 60_000
/** Whoever calls is waiting. */
const callMs = 120_000

interface Announceable {
  readonly id: string
  readonly createdUtc: string
  readonly notificationType: NotificationType
}

/** How long a call still offers to jump to who calls; of anything else null. */
export const msToAnswer = ({ notificationType, createdUtc }: Announceable): number | null =>
  notificationType === 'INCOMING_CALL' ? Math.max(0, Date.parse(createdUtc) + callMs - Date.now()) : null

const isFresh = (one: Announceable) => (msToAnswer(one) ?? Date.parse(one.createdUtc) + freshMs - Date.now()) > 0

/**
 * Those of the notifications that no tab of this browser has announced, which from now on counts as done: of all tabs one
 * makes the sound. A tab that nobody looks at lets the others go first.
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
