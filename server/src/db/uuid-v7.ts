import { randomUUID } from 'node:crypto'

let lastMillisecond = 0
let sequence = 0

/**
 * Returns a UUID of version 7, like those of the database. They sort by their creation, also within a millisecond, so
 * that rows that are added at once keep their order.
 */
export function uuidV7(): string {
  const now = Math.max(Date.now(), lastMillisecond)
  sequence = now === lastMillisecond ? sequence + 1 : 0
  lastMillisecond = sequence > 0xfff ? now + 1 : now
  if (sequence > 0xfff) sequence = 0
  const time = lastMillisecond.toString(16).padStart(12, '0')
  const order = sequence.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${order}${randomUUID().slice(18)}`
}
