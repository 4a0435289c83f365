import type { Notification } from '#contract/together/notifications'
import { createStore, useStore } from '../../../state/store.ts'

/** The announced notifications: calls first, then the others, latest last. */
const announcements = createStore<readonly Notification[]>([])

export const useAnnounced = () => useStore(announcements)
export const say = (news: readonly Notification[]) => {
  const isCall = ({ notificationType }: Notification) => notificationType === 'INCOMING_CALL'
  const all = [...announcements.get(), ...news]
  announcements.set([...all.filter(isCall), ...all.filter((one) => !isCall(one))])
}
export const unsay = (ids: readonly string[]) =>
  announcements.set(announcements.get().filter(({ id }) => !ids.includes(id)))
/** Removes announcements that were read elsewhere, or calls that another user answered. */
export const keepSaying = (unread: readonly Notification[]) => {
  const ids = new Set(unread.map(({ id }) => id))
  if (announcements.get().some(({ id }) => !ids.has(id)))
    announcements.set(announcements.get().filter(({ id }) => ids.has(id)))
}
