import { useSyncExternalStore } from 'react'

/** Value outside React that any code may read and set; components that use it redraw. */
export interface Store<State> {
  readonly get: () => State
  readonly set: (next: State) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function createStore<State>(initial: State): Store<State> {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set(next) {
      state = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Returns the value of a store, or the part that `select` returns; redraws when it changes. */
export function useStore<State>(store: Store<State>): State
export function useStore<State, Part>(store: Store<State>, select: (state: State) => Part): Part
export function useStore<State>(store: Store<State>, select: (state: State) => unknown = (state) => state) {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}
