import type { Clock } from '@playwright/test'
import { drawn } from './locator.ts'

const real = { Date, setTimeout, clearTimeout }
/** Longer than any test waits by itself. */
const long = 60_000

/**
 * Runs a test with a clock that it turns forward. Packages keep the Date and timers that they find when they are
 * loaded, even after this test, so the replacements are the real ones except for the added time and for long timers.
 */
export async function withClock(run: (clock: Pick<Clock, 'fastForward'>) => Promise<void>): Promise<void> {
  let forward = 0
  const now = () => real.Date.now() + forward
  const waiting = new Map<unknown, { readonly at: number; readonly task: () => void }>()
  const later = (task: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
    const id = real.setTimeout(task, ms, ...given)
    if (ms >= long) waiting.set(id, { at: now() + ms, task: () => task(...given) })
    return id
  }
  class TurnedDate extends real.Date {
    constructor(...parts: [] | [string | number | Date]) {
      if (parts.length === 0) super(now())
      else super(...(parts as [number]))
    }
    static override now = now
  }
  Object.assign(globalThis, {
    Date: TurnedDate,
    setTimeout: later,
    clearTimeout: (id: Parameters<typeof clearTimeout>[0]) => {
      waiting.delete(id)
      real.clearTimeout(id)
    },
  })
  try {
    await run({
      async fastForward(time) {
        forward += Number(time)
        for (const [id, { at, task }] of waiting) {
          if (at > now()) continue
          clearTimeout(id as number)
          task()
        }
        await drawn()
      },
    })
  } finally {
    forward = 0
    waiting.clear()
    Object.assign(globalThis, real)
  }
}
