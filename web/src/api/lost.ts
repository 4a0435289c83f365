/** Milliseconds after a lost answer during which the server may still make the change. */
const lateMs = 600_000

let lostAt = Number.NEGATIVE_INFINITY

/** Notes that the answer to a change of this tab got lost: only the live channel announces what it changed. */
export function noteLost(): void {
  lostAt = Date.now()
}

/** Returns whether an answer was lost so recently that its change may still be announced. */
export const hasLost = (): boolean => Date.now() - lostAt < lateMs
