import { useSyncExternalStore } from 'react'

/** A value that lives beside React: any code reads and sets it, and what shows it follows. */
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

/** The value of a store, or what `select` takes of it: redrawn when that is another one. */
export function useStore<State>(store: Store<State>): State
export function useStore<State, Part>(store: Store<State>, select: (state: State) => Part): Part
export function useStore<State>(store: Store<State>, select: (state: State) => unknown = (state) => state) {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}
