/** Returns the least processor time of this thread over several rounds, in microseconds. */
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

/** Some clocks tick every four milliseconds, so shorter times (microseconds) are meaningless. */
const measurable = 60_000
const floor = 12_000
/** Repetitions: a machine may slow down between two measurements, but a task that grows too fast does so every time. */
const looks = 3

/**
 * Returns a description when a task takes more than `most` times as long as for a quarter of the length, otherwise
 * null. Linear work takes 4 times as long, quadratic 16, cubic 64. Uses the first length that takes long enough to
 * measure.
 */
export async function growsTooFast(
  task: (length: number) => unknown,
  lengths: readonly number[],
  most: number,
): Promise<string | null> {
  for (const length of lengths) {
    const once = await workOf(() => task(length), 1)
    if (once < measurable) continue
    // Most tasks pass the first look; only others are measured with care.
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

/** Returns the least time of many rounds in milliseconds: at least one short round runs undisturbed. */
function leastOf(task: () => unknown, rounds: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const before = performance.now()
    task()
    least = Math.min(least, performance.now() - before)
  }
  return least
}

/**
 * The shortest length reveals patterns whose time doubles with each character, the longest those growing by a third; at
 * lengths in between the former would take years.
 */
const shortLengths = [24, 32, 40, 48, 80]

/** Returns whether `seemsSlow` is true every time. */
export const looksSlow = (task: (length: number) => unknown): boolean =>
  Array.from({ length: looks }).every(() => seemsSlow(task))

/**
 * Returns whether a task takes a millisecond or more for a few characters, or for two thousand, where and at eight
 * thousand it also takes much more than four times as long as for a quarter.
 */
function seemsSlow(task: (length: number) => unknown): boolean {
  const takesLong = (length: number) => {
    for (let round = 0; round < 6; round++) if (leastOf(() => task(length), 1) < 1) return false
    return leastOf(() => task(length), 20) >= 0.8
  }
  if (shortLengths.some(takesLong)) return true
  // only tasks that are slow and grow fast at first look are measured with care
  if (leastOf(() => task(2000), 1) < 0.8) return false
  const first = leastOf(() => task(2000), 2)
  if (first < 0.8 || first <= 5 * leastOf(() => task(500), 3)) return false
  if (!takesLong(2000)) return false
  const whole = leastOf(() => task(2000), 20)
  if (whole <= 8 * leastOf(() => task(500), 40)) return false
  // a task that looks a limited distance ahead from each position grows quadratically until that limit is reached
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
