import type { Notification } from '#contract/notifications'
import { createStore, useStore } from '../../state/store.ts'

/** What is said at the moment, beside the list; the latest last. */
const announcements = createStore<readonly Notification[]>([])

export const useAnnounced = () => useStore(announcements)
export const say = (news: readonly Notification[]) => announcements.set([...announcements.get(), ...news])
export const unsay = (ids: readonly string[]) =>
  announcements.set(announcements.get().filter(({ id }) => !ids.includes(id)))
