export type DateError = 'date' | 'hour' | 'minute' | 'short'
export type Parsed = { value: string; error?: undefined } | { value?: undefined; error: DateError }

/** Pause in milliseconds after which a typed date is parsed. */
export const typingMs = 200

const invalid: Parsed = { error: 'date' }
const two = (digits: number) => String(digits).padStart(2, '0')

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

export function daysInMonth(year: number, month: number) {
  if (month === 2) return isLeap(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function fullYear(digits: string) {
  if (digits.length === 2) return 2000 + Number(digits)
  return digits.length === 4 ? Number(digits) : Number.NaN
}

const yearIsAllowed = (year: number) => year >= 1800 && year <= 2499

/** Parses a typed date (1.3.26, 01.03.2026, 010326, 01032026) to yyyy-mm-dd. */
export function parseDate(text: string): Parsed {
  const match =
    /^(\d{1,2})\.(\d{1,2})\.(\d{2}|\d{4})$/.exec(text.trim()) ?? /^(\d{2})(\d{2})(\d{2}|\d{4})$/.exec(text.trim())
  if (!match) return invalid
  const [, dayText = '', monthText = '', yearText = ''] = match
  const [day, month, year] = [Number(dayText), Number(monthText), fullYear(yearText)]
  if (!yearIsAllowed(year) || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return invalid
  return { value: `${year}-${two(month)}-${two(day)}` }
}

/** Parses a typed date that is not after `today`: a year of two digits falls within the last hundred years. */
export function parsePastDate(text: string, today: string): Parsed {
  const parsed = parseDate(text)
  const isShort = /^\d{1,2}\.\d{1,2}\.\d{2}$|^\d{6}$/.test(text.trim())
  if (!isShort || parsed.error || parsed.value <= today) return parsed
  const [year = '', ...rest] = parsed.value.split('-')
  return parseDate([...rest.reverse(), Number(year) - 100].join('.'))
}

/** Parses a typed month (3.26, 03.2026, 032026) to yyyy-mm. */
export function parseMonth(text: string): Parsed {
  const match = /^(\d{1,2})\.(\d{2}|\d{4})$/.exec(text.trim()) ?? /^(\d{2})(\d{2}|\d{4})$/.exec(text.trim())
  if (!match) return invalid
  const [, monthText = '', yearText = ''] = match
  const [month, year] = [Number(monthText), fullYear(yearText)]
  if (!yearIsAllowed(year) || month < 1 || month > 12) return invalid
  return { value: `${year}-${two(month)}` }
}

/** Parses a typed time (14:30, 1430, 9:05) to HH:mm. */
export function parseTime(text: string): Parsed {
  const typed = text.trim()
  const match = /^(\d{1,2}):(\d{0,2})$/.exec(typed) ?? /^(\d{1,2})(\d{0,2})$/.exec(typed)
  if (!match) return /^\d*:?\d*$/.test(typed) && typed.length < 4 ? { error: 'short' } : invalid
  const [, hourText = '', minuteText = ''] = match
  if (Number(hourText) > 23) return { error: 'hour' }
  if (minuteText.length < 2) return { error: 'short' }
  if (Number(minuteText) > 59) return { error: 'minute' }
  return { value: `${two(Number(hourText))}:${minuteText}` }
}

/** Parses typed text (1.3.26 14:30) to a wall time yyyy-mm-ddTHH:mm; without a time it uses `defaultHour`. */
export function parseDateTime(text: string, defaultHour = 0, parseDay = parseDate): Parsed {
  const [dateText = '', ...rest] = text.trim().split(/[\s,]+/)
  const date = parseDay(dateText)
  if (date.error) return date
  if (rest.length > 1) return invalid
  const time = rest[0] === undefined ? { value: `${two(defaultHour)}:00` } : parseTime(rest[0])
  return time.error ? time : { value: `${date.value}T${time.value}` }
}

export function formatDate(value: string) {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? []
  return year ? `${day}.${month}.${year}` : value
}

export function formatMonth(value: string) {
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(value) ?? []
  return year ? `${month}.${year}` : value
}

export const formatWallTime = (value: string) => `${formatDate(value.slice(0, 10))} ${value.slice(11, 16)}`
