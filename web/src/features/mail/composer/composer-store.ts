import { useSyncExternalStore } from 'react'
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

let state: State = { current: null, next: null }
let lastKey = 0
const listeners = new Set<() => void>()

function change(changed: State) {
  state = changed
  for (const listener of listeners) listener()
}

/** Opens the composer, from anywhere; one that is open asks first. */
export function openComposer(transfer: Transfer): void {
  lastKey += 1
  const begun = { key: lastKey, transfer }
  change(state.current ? { ...state, next: begun } : { current: begun, next: null })
}

/** Closes it, or goes over to what waits. */
export const closeComposer = () => change({ current: state.next, next: null })
/** What waits is not opened: the current one goes on. */
export const keepComposing = () => change({ ...state, next: null })

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useComposing = () => useSyncExternalStore(subscribe, () => state)
