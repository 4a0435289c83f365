const windowMs = 60_000

/** Returns a function for look-ups that returns null without one after `most` vain ones of an address in a minute. */
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
    // undone after a hit; counted beforehand, because many look-ups may run at once
    counted.vain += 1
    const found = await lookUp()
    if (found !== null) counted.vain -= 1
    return found
  }
}
