import { oneLine } from '#contract/endpoint'
import { defaultTimeZone, type Language } from '#contract/limits'
import {
  type KnownField,
  knownFields,
  type Placeholder,
  parsePlaceholder,
  placeholderPattern,
} from '#contract/lists/placeholders'
import { decodeText, encodeText, parts, plainText } from '../../files/html-text.ts'

/**
 * Values of the fields: a date is `yyyy-mm-dd` or an instant, formatted text is clean HTML, anything else plain text.
 * An empty value leaves nothing in the message; a missing field stays as its placeholder.
 */
export type TemplateData = Partial<Record<KnownField, string | null>>

/** Fields with example values, which the message marks as examples. */
type Samples = ReadonlySet<KnownField>
const noSamples: Samples = new Set()

/** Replaces the placeholders in clean HTML with their values; everything else stays unchanged. */
export function renderTemplate(content: string, data: TemplateData, language: Language, samples = noSamples): string {
  return parts(content)
    .map((part) =>
      part.startsWith('<')
        ? part
        : part.replace(placeholderPattern, (written, inner: string) => {
            const read = parsePlaceholder(decodeText(inner))
            if (typeof read === 'string' || !isKnown(read, data)) return written
            const isHtml = knownFields[read.field].kind === 'html' && !read.operation
            const text = isHtml ? (data[read.field] ?? '') : encodeText(textOf(read, data))
            return text + sampleNote(read, samples, language)
          }),
    )
    .join('')
}

/** Whether a text contains a placeholder. */
export const holdsPlaceholder = (text: string): boolean => text.search(placeholderPattern) >= 0

/** Like `renderText` for a single line such as a subject; line breaks in values are removed. */
export const renderLine = (...given: Parameters<typeof renderText>): string => oneLine(renderText(...given))

/** Replaces the placeholders in plain text with their values. */
export function renderText(text: string, data: TemplateData, language: Language, samples = noSamples): string {
  return text.replace(placeholderPattern, (written, inner: string) => {
    const read = parsePlaceholder(inner)
    if (typeof read === 'string' || !isKnown(read, data)) return written
    const value = textOf(read, data)
    const isHtml = knownFields[read.field].kind === 'html'
    return (isHtml ? plainText(value) : value) + sampleNote(read, samples, language)
  })
}

const isKnown = ({ field, operation }: Placeholder, data: TemplateData) =>
  field in data || operation?.operator === 'setText'

const exampleWords: Record<Language, string> = { DE: 'Beispiel', EN: 'example', FR: 'exemple' }

const sampleNote = ({ field, operation }: Placeholder, samples: Samples, language: Language) =>
  samples.has(field) && operation?.operator !== 'setText' ? ` (${exampleWords[language]})` : ''

function textOf({ field, operation }: Placeholder, data: TemplateData): string {
  if (operation?.operator === 'setText') return operation.value
  const value = data[field] ?? ''
  if (knownFields[field].kind !== 'date' || value === '') return value
  const days = Number(operation?.value ?? 0)
  return formatDay(value, operation?.operator === 'subtractDays' ? -days : days)
}

/** Formats a date as dd.MM.yyyy, an instant with HH:mm too, moved by calendar days at the same time of day. */
function formatDay(value: string, days: number): string {
  const [date = '', time] = value.includes('T') ? localParts(value) : [value]
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  const [year, month, dayOfMonth] = day.toISOString().slice(0, 10).split('-')
  return `${dayOfMonth}.${month}.${year}${time ? ` ${time}` : ''}`
}

const zone = new Intl.DateTimeFormat('sv-SE', { timeZone: defaultTimeZone, dateStyle: 'short', timeStyle: 'short' })

/** Returns `yyyy-mm-dd` and `HH:mm` in the time zone of the company. */
const localParts = (instant: string): string[] => zone.format(new Date(instant)).split(' ')
