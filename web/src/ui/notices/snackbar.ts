import { createStore, useStore } from '../../state/store.ts'

/** Severity: 0 neutral, 1 and 2 red, 3 yellow. */
export type Severity = 0 | 1 | 2 | 3

export interface Notice {
  id: number
  message: string
  severity: Severity
  action?: { label: string; onClick: () => void }
  topic?: string
  moved?: readonly string[]
  duration?: number
}

const notices = createStore<readonly Notice[]>([])
/** Id of the notice with the focus, which is never replaced. */
const held = createStore<number | undefined>(undefined)
let lastId = 0

interface Options {
  severity?: Severity
  action?: Notice['action']
  /** Replaces earlier notices of the same topic. */
  topic?: string
  /** Ids of records that went into the bin, came back or were erased; replaces earlier notices of that about them. */
  moved?: readonly string[]
  /** Duration in milliseconds, if not the default. */
  duration?: number
}

/**
 * Shows a notice at the bottom of the screen and returns its id. Neutral notices without an action are replaced by the
 * next one; errors and notices with an action stay for their duration. Needs no hook.
 */
export function notify(message: string, options: Options = {}) {
  lastId += 1
  const { severity = 0, action, topic, moved = [], duration } = options
  const isOld = (notice: Notice) =>
    (topic !== undefined && notice.topic === topic) || notice.moved?.some((id) => moved.includes(id))
  const others = notices.get().filter((notice) => !isOld(notice))
  const last = others.at(-1)
  // a repeated notice restarts its duration instead of appearing twice
  const again =
    last?.message === message && last.severity === severity && last.topic === topic && !action && !last.action
  const before = again ? others.slice(0, -1) : others
  notices.set([...before.filter(stays), { id: lastId, message, severity, action, topic, moved, duration }])
  return lastId
}

/** Dismisses neutral notices, which would look like the result of the action that starts next. */
export function dismissConfirmed() {
  const others = notices.get().filter(stays)
  if (others.length < notices.get().length) notices.set(others)
}

const stays = (notice: Notice) => asksForAttention(notice) || notice.id === held.get()

const asksForAttention = ({ severity, action }: Notice) => severity !== 0 || action !== undefined

export const dismiss = (id: number) => notices.set(notices.get().filter((notice) => notice.id !== id))

/** Dismisses all notices, so that the next user who signs in does not see them. */
export const dismissAll = () => notices.set([])

/** Dismisses the notices of a topic that is no longer true. */
export function dismissTopic(topic: string) {
  const others = notices.get().filter((notice) => notice.topic !== topic)
  if (others.length < notices.get().length) notices.set(others)
}

/** Sets the id of the notice with the focus; undefined if none has it. */
export const hold = (id: number | undefined) => held.set(id)

/** Returns the latest notices and the focused one, newest last. */
export function useLastNotices(most: number): readonly Notice[] {
  const all = useStore(notices)
  const heldId = useStore(held)
  const last = all.slice(-most)
  const kept = all.find(({ id }) => id === heldId)
  return kept && !last.includes(kept) ? [kept, ...last.slice(1)] : last
}

export const useLastNotice = () => useStore(notices, (all) => all.at(-1))
