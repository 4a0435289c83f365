import { createStore, useStore } from '../state/store.ts'

interface Connection {
  /** How often the channel was opened. */
  readonly count: number
  /** When it went away, in milliseconds; it was there and is away, or was never there. */
  readonly lostAt: number | null
}

/** How it stands with the live channel of this tab. */
export const connection = createStore<Connection>({ count: 0, lostAt: null })
export const useConnection = () => useStore(connection)

/** The channel is away, or is there (again). */
export function setLost(isLost: boolean): void {
  const now = connection.get()
  connection.set({ ...now, lostAt: isLost ? (now.lostAt ?? Date.now()) : null })
}

let isLeaving = false
/** The person signs out: that the session ends is no news. */
export const leaveChannel = (leaving = true): void => {
  isLeaving = leaving
}
export const hasLeft = () => isLeaving
