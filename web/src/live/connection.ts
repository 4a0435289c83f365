import { createStore, useStore } from '../state/store.ts'

interface Connection {
  /** How often the channel was opened. */
  readonly count: number
  /** Time at which the channel was lost, in milliseconds; null while it is open or before it was ever open. */
  readonly lostAt: number | null
}

/** State of this tab's live channel. */
export const connection = createStore<Connection>({ count: 0, lostAt: null })
export const useConnection = () => useStore(connection)

/** Notes that the channel is lost, or open again. */
export function setLost(isLost: boolean): void {
  const now = connection.get()
  connection.set({ ...now, lostAt: isLost ? (now.lostAt ?? Date.now()) : null })
}

let isLeaving = false
/** Notes that the user signs out, so that the end of the session is not reported. */
export const leaveChannel = (leaving = true): void => {
  isLeaving = leaving
}
export const hasLeft = () => isLeaving
