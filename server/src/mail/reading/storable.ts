/** Largest length of the ids of messages and parts. */
export const idLength = 500

/** Returns the beginning of a text, without half of a surrogate pair at its end. */
export const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '')

/** Removes characters that PostgreSQL cannot store. */
export const clean = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** Joins a text to one line, without characters that change the writing direction. */
export const oneLine = (text: string): string =>
  clean(text)
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Returns a value with all its texts cleaned. */
export function storable<Value>(value: Value): Value {
  return cleaned(value) as Value
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cleaned(one)]))
}

/** Returns an ISO instant; null for a year outside 1970 to 2500. */
export function asInstant(date: Date | null): string | null {
  const year = date?.getUTCFullYear() ?? Number.NaN
  return year >= 1970 && year <= 2500 ? (date?.toISOString() ?? null) : null
}
