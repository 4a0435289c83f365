import { createStore, useStore } from '../../../state/store.ts'
import type { Transfer } from './transfer.ts'

interface Composing {
  /** Another one for every message that is begun. */
  readonly key: number
  readonly transfer: Transfer
}

interface State {
  readonly current: Composing | null
  /** Waits for the answer whether the current one may be left. */
  readonly next: Composing | null
}

const composing = createStore<State>({ current: null, next: null })
let lastKey = 0

/** Opens the composer, from anywhere; one that is open asks first. */
export function openComposer(transfer: Transfer): void {
  lastKey += 1
  const begun = { key: lastKey, transfer }
  const { current } = composing.get()
  composing.set(current ? { current, next: begun } : { current: begun, next: null })
}

/** Closes it, or goes over to what waits. */
export const closeComposer = () => composing.set({ current: composing.get().next, next: null })
/** What waits is not opened: the current one goes on. */
export const keepComposing = () => composing.set({ ...composing.get(), next: null })

export const useComposing = () => useStore(composing)
