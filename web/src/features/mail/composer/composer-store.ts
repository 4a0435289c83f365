import { createStore, useStore } from '../../../state/store.ts'
import { holdKeys } from '../../../ui/shortcuts/held-keys.ts'
import type { Transfer } from './transfer.ts'

export interface Composing {
  /** Another one for every message that is begun. */
  readonly key: number
  readonly transfer: Transfer
  /** The e-mail below which it is written; the panel at the side without. */
  readonly below?: string
}

interface State {
  readonly current: Composing | null
  /** Waits for the answer whether the current one may be left. */
  readonly next: Composing | null
}

const composing = createStore<State>({ current: null, next: null })
let lastKey = 0

/** Where somebody was when they began to write. */
let cameFrom: Element | null = null

/** Opens the composer, from anywhere; one that is open asks first. */
export function openComposer(transfer: Transfer, below?: string): void {
  lastKey += 1
  cameFrom = document.activeElement
  const begun = { key: lastKey, transfer, ...(below ? { below } : {}) }
  const { current } = composing.get()
  if (!current) holdKeys()
  composing.set(current ? { current, next: begun } : { current: begun, next: null })
}

/** Closes it, or goes over to what waits. */
export const closeComposer = () => composing.set({ current: composing.get().next, next: null })
/** What waits is not opened: the current one goes on. */
export const keepComposing = () => composing.set({ ...composing.get(), next: null })

/** Takes it from below its e-mail into the panel, where it stays in sight on every screen. */
export function popOut(): void {
  const { current, next } = composing.get()
  if (current) composing.set({ current: { key: current.key, transfer: current.transfer }, next })
}

/** Whoever has written goes on where they were, or at the top of the screen where that is gone. */
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
