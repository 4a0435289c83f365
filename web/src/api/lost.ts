/** So long after an answer got lost the server may still make the change. */
const lateMs = 600_000

let lostAt = Number.NEGATIVE_INFINITY

/** The answer to a change of this tab got lost: what it changed is told by the live channel alone. */
export function noteLost(): void {
  lostAt = Date.now()
}

/** Whether an answer of this tab was lost so lately that its change may still be told. */
export const hasLost = (): boolean => Date.now() - lostAt < lateMs
