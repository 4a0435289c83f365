/**
 * The least time in microseconds that this thread worked for it, of several rounds: what others do on the machine
 * meanwhile does not count.
 */
async function workOf(task: () => unknown, rounds: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const before = process.threadCpuUsage()
    await task()
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, user + system)
  }
  return least
}

/** Some clocks tick every four milliseconds: less than this says nothing. */
const measurable = 60_000
const floor = 12_000
/** A machine may be slower for a while, between one measurement and the next: what grows too fast does so at every look. */
const looks = 3

/**
 * Whether a task takes more than so many times what it took at a quarter of the length: linear work takes four times as
 * much, square work sixteen times, cubic work 64 times. Measured at the first length that takes long enough to be sure.
 */
export async function growsTooFast(
  task: (length: number) => unknown,
  lengths: readonly number[],
  most: number,
): Promise<string | null> {
  for (const length of lengths) {
    const once = await workOf(() => task(length), 1)
    if (once < measurable) continue
    // Most are fine at the first look; only what is not is measured with care.
    if (once <= most * (await workOf(() => task(Math.floor(length / 4)), 1))) return null
    let found = ''
    for (let look = 0; look < looks; look++) {
      const whole = await workOf(() => task(length), 3)
      const quarter = await workOf(() => task(Math.floor(length / 4)), 5)
      if (whole <= most * Math.max(quarter, floor)) return null
      found = `${length}: ${whole} µs, a quarter of it: ${quarter} µs`
    }
    return found
  }
  return null
}

/** The least time in milliseconds of many rounds: one of them is short enough to be held up by nobody. */
function leastOf(task: () => unknown, rounds: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const before = performance.now()
    task()
    least = Math.min(least, performance.now() - before)
  }
  return least
}

/** What doubles with each sign is found at the first, what grows by a third at the last; in between it would take years. */
const shortLengths = [24, 32, 40, 48, 80]

/** What `seemsSlow` says at every look. */
export const looksSlow = (task: (length: number) => unknown): boolean =>
  Array.from({ length: looks }).every(() => seemsSlow(task))

/**
 * Whether it takes a millisecond or more for a text of a few signs, or for one of two thousand, and there, and at
 * eight thousand, much more than four times what a quarter of that takes.
 */
function seemsSlow(task: (length: number) => unknown): boolean {
  const takesLong = (length: number) => {
    for (let round = 0; round < 6; round++) if (leastOf(() => task(length), 1) < 1) return false
    return leastOf(() => task(length), 20) >= 0.8
  }
  if (shortLengths.some(takesLong)) return true
  // only what takes long and grows fast at the first look is measured with care
  if (leastOf(() => task(2000), 1) < 0.8) return false
  const first = leastOf(() => task(2000), 2)
  if (first < 0.8 || first <= 5 * leastOf(() => task(500), 3)) return false
  if (!takesLong(2000)) return false
  const whole = leastOf(() => task(2000), 20)
  if (whole <= 8 * leastOf(() => task(500), 40)) return false
  // what looks far along from any place takes more than four times as much until its sight is full
  return (
    whole > 50 ||
    leastOf(() => task(8000), 8) >
      8 *
        Math.min(
          whole,
          leastOf(() => task(2000), 20),
        )
  )
}
