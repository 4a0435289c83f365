import { readExact } from '#contract/figures'
import { currentLanguage } from '../../i18n/i18n.ts'

const swiss = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat('de-CH', options)

// creating a format costs more than using it a hundred times
const formats = new Map<number | undefined, Intl.NumberFormat>()

function formatOf(decimals: number | undefined) {
  let format = formats.get(decimals)
  if (!format) {
    format = swiss({ minimumFractionDigits: decimals ?? 0, maximumFractionDigits: decimals ?? 20 })
    formats.set(decimals, format)
  }
  return format
}

// the locale data uses a typographic apostrophe; staff type and copy the straight one
const straight = (text: string) => text.replaceAll('’', "'")

/** Formats a number: 1'234.5, with exactly `decimals` decimals if given. Accepts exact decimals as text. */
export function formatNumber(value: number | string, decimals?: number) {
  // shortcut for most counts, which need no format
  if (!decimals && typeof value === 'number' && value >= 0 && value < 1000 && Number.isInteger(value)) return `${value}`
  return straight(formatOf(decimals).format(value as Intl.StringNumericLiteral))
}

/** Formats a volume in cubic metres, to the litre. */
export const formatVolume = (cubicMetres: string) =>
  straight(swiss({ maximumFractionDigits: 3 }).format(cubicMetres as Intl.StringNumericLiteral))

/** Formats an amount of money: CHF 1'234.50. */
export const formatMoney = (amount: number | string, currency: string) => `${currency} ${formatNumber(amount, 2)}`

/** Parses a typed number: 1'234.50, 1234,5. Returns NaN if it is not a number. */
export const parseNumber = (text: string) => Number(readExact(text) ?? Number.NaN)

/** Formats a file size: 12 KB, from 1024 KB on 1.0 MB (Ko and Mo in French); at least 1 KB unless empty. */
export function formatFileSize(bytes: number) {
  const kilobytes = bytes / 1024
  const byte = currentLanguage() === 'FR' ? 'o' : 'B'
  return kilobytes < 1024
    ? `${formatNumber(bytes > 0 ? Math.max(1, kilobytes) : 0, 0)} K${byte}`
    : `${formatNumber(kilobytes / 1024, 1)} M${byte}`
}

/** Compares texts in Swiss collation, with numbers by value (9 before 10). */
export function compareText(one: string, other: string): number {
  collator ??= new Intl.Collator('de-CH', { numeric: true })
  return collator.compare(one, other)
}
let collator: Intl.Collator | undefined
