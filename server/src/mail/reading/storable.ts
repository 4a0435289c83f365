/** Of the ids of messages and parts. */
export const idLength = 500

/** The beginning of a text, without the first half of a character that is two code units. */
export const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '')

/** Without characters that PostgreSQL cannot store. */
export const clean = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** In one line, without characters that change the writing direction. */
export const oneLine = (text: string): string =>
  clean(text)
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** A value with every text in it clean. */
export function storable<Value>(value: Value): Value {
  return cleaned(value) as Value
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cleaned(one)]))
}

/** Null for what is no time of a mail. */
export function asInstant(date: Date | null): string | null {
  const year = date?.getUTCFullYear() ?? Number.NaN
  return year >= 1970 && year <= 2500 ? (date?.toISOString() ?? null) : null
}
