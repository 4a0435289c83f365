const windowMs = 60_000

/** Makes look-ups until so many for the same address found nothing within a minute; from then on it answers null without any. */
export function boundVain(most: number) {
  const addresses = new Map<string, { vain: number; readonly until: number }>()
  let tidyAt = 0

  function countedOf(address: string) {
    const now = Date.now()
    if (now >= tidyAt) {
      for (const [known, { until }] of addresses) if (until <= now) addresses.delete(known)
      tidyAt = now + windowMs
    }
    const known = addresses.get(address)
    if (known && known.until > now) return known
    const counted = { vain: 0, until: now + windowMs }
    addresses.set(address, counted)
    return counted
  }

  return async <T>(address: string, lookUp: () => Promise<T | null>): Promise<T | null> => {
    const counted = countedOf(address)
    if (counted.vain >= most) return null
    // taken back once it found something: many may be made at the same moment
    counted.vain += 1
    const found = await lookUp()
    if (found !== null) counted.vain -= 1
    return found
  }
}
