import { createStore, useStore } from '../../state/store.ts'

/** 0 neutral, 1 and 2 red, 3 yellow. */
export type Severity = 0 | 1 | 2 | 3

export interface Notice {
  id: number
  message: string
  severity: Severity
  action?: { label: string; onClick: () => void }
  topic?: string
  duration?: number
}

const notices = createStore<readonly Notice[]>([])
/** The one that has the focus stays, whatever is said meanwhile. */
const held = createStore<number | undefined>(undefined)
let lastId = 0

interface Options {
  severity?: Severity
  action?: Notice['action']
  /** Takes the place of what was said about the same. */
  topic?: string
  /** In milliseconds, where it is not the usual one. */
  duration?: number
}

/**
 * Shows a sentence at the bottom of the screen. What only confirms makes way for it; a fault, and what offers a way back,
 * stands above it for its time. Needs no hook, so any code may call it.
 */
export function notify(message: string, options: Options = {}) {
  lastId += 1
  const { severity = 0, action, topic, duration } = options
  const queue = notices.get()
  const others = topic === undefined ? queue : queue.filter((notice) => notice.topic !== topic)
  const last = others.at(-1)
  // what is said again is shown for its whole time again, and not twice
  const again =
    last?.message === message && last.severity === severity && last.topic === topic && !action && !last.action
  const before = again ? others.slice(0, -1) : others
  notices.set([...before.filter(stays), { id: lastId, message, severity, action, topic, duration }])
  return lastId
}

/** What was confirmed before is no answer to what begins now. */
export function dismissConfirmed() {
  const others = notices.get().filter(stays)
  if (others.length < notices.get().length) notices.set(others)
}

const stays = (notice: Notice) => asksForAttention(notice) || notice.id === held.get()

const asksForAttention = ({ severity, action }: Notice) => severity !== 0 || action !== undefined

export const dismiss = (id: number) => notices.set(notices.get().filter((notice) => notice.id !== id))

/** What was said to somebody is not for whoever signs in next. */
export const dismissAll = () => notices.set([])

/** Takes away what was said about something that holds no longer. */
export function dismissTopic(topic: string) {
  const others = notices.get().filter((notice) => notice.topic !== topic)
  if (others.length < notices.get().length) notices.set(others)
}

/** Which one has the focus; undefined once it has left. */
export const hold = (id: number | undefined) => held.set(id)

/** The last ones and the one that is held, the newest at the end: what was done last is said at once, and can be taken back at once. */
export function useLastNotices(most: number): readonly Notice[] {
  const all = useStore(notices)
  const heldId = useStore(held)
  const last = all.slice(-most)
  const kept = all.find(({ id }) => id === heldId)
  return kept && !last.includes(kept) ? [kept, ...last.slice(1)] : last
}

export const useLastNotice = () => useStore(notices, (all) => all.at(-1))
