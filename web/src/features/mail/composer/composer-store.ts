import { createStore, useStore } from '../../../state/store.ts'
import { holdKeys } from '../../../ui/shortcuts/held-keys.ts'
import type { Transfer } from './transfer.ts'

export interface Composing {
  /** Unique for each message. */
  readonly key: number
  readonly transfer: Transfer
  /** Id of the e-mail the composer is placed below; omitted for the panel. */
  readonly below?: string
}

interface State {
  readonly current: Composing | null
  /** Waits until the user decides about the current message. */
  readonly next: Composing | null
}

const composing = createStore<State>({ current: null, next: null })
let lastKey = 0

/** The element with the focus when the composer opened. */
let cameFrom: Element | null = null

/** Opens the composer; asks about a message that is already open. */
export function openComposer(transfer: Transfer, below?: string): void {
  lastKey += 1
  cameFrom = document.activeElement
  const begun = { key: lastKey, transfer, ...(below ? { below } : {}) }
  const { current } = composing.get()
  if (!current) holdKeys()
  composing.set(current ? { current, next: begun } : { current: begun, next: null })
}

/** Closes the composer, or opens the waiting message. */
export const closeComposer = () => composing.set({ current: composing.get().next, next: null })
/** Drops the waiting message and continues the current one. */
export const keepComposing = () => composing.set({ ...composing.get(), next: null })

/** Moves the composer from below its e-mail into the panel, which is visible on every screen. */
export function popOut(): void {
  const { current, next } = composing.get()
  if (current) composing.set({ current: { key: current.key, transfer: current.transfer }, next })
}

/** Returns the focus to where it was before, or to the main content if that is gone. */
export function returnFocus(): void {
  if (document.activeElement !== document.body) return
  const before = cameFrom instanceof HTMLElement && cameFrom.isConnected && cameFrom !== document.body
  const element = before ? (cameFrom as HTMLElement) : document.getElementById('main')
  element?.focus({ preventScroll: true })
}

export const useComposing = () => useStore(composing)

interface Slot {
  readonly emailId: string
  readonly element: HTMLElement
}
/** The place below the e-mail on the screen. */
const slot = createStore<Slot | null>(null)

export function setSlot(emailId: string, element: HTMLElement | null): void {
  if (element) slot.set({ emailId, element })
  else if (slot.get()?.emailId === emailId) slot.set(null)
}
export const useSlot = () => useStore(slot)
