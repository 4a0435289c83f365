import { createStore, useStore } from '../state/store.ts'

interface Connection {
  /** How often the channel was opened. */
  readonly count: number
  /** It was there and is away, or was never there. */
  readonly isLost: boolean
}

/** How it stands with the live channel of this tab. */
export const connection = createStore<Connection>({ count: 0, isLost: false })
export const useConnection = () => useStore(connection)

let isLeaving = false
/** The person signs out: that the session ends is no news. */
export const leaveChannel = (leaving = true): void => {
  isLeaving = leaving
}
export const hasLeft = () => isLeaving
