import type { Notification } from '#contract/together/notifications'
import { createStore, useStore } from '../../../state/store.ts'

/** What is said at the moment, beside the list; whoever calls before all else, for they wait, then the latest last. */
const announcements = createStore<readonly Notification[]>([])

export const useAnnounced = () => useStore(announcements)
export const say = (news: readonly Notification[]) => {
  const isCall = ({ notificationType }: Notification) => notificationType === 'INCOMING_CALL'
  const all = [...announcements.get(), ...news]
  announcements.set([...all.filter(isCall), ...all.filter((one) => !isCall(one))])
}
export const unsay = (ids: readonly string[]) =>
  announcements.set(announcements.get().filter(({ id }) => !ids.includes(id)))
/** What has been read meanwhile, on whichever screen, or a call that another one answered, is said no more. */
export const keepSaying = (unread: readonly Notification[]) => {
  const ids = new Set(unread.map(({ id }) => id))
  if (announcements.get().some(({ id }) => !ids.has(id)))
    announcements.set(announcements.get().filter(({ id }) => ids.has(id)))
}
