import type { NumberCheck } from '#contract/contacts/contacts'
import { defaultTimeZone } from '#contract/limits'
import { addressees } from '#contract/mail/addressees'
import type { Dossier } from '#contract/orders/dossiers'
import { packageTotals } from '#contract/orders/package-totals'
import { fill } from '#contract/sentences/issue'
import type { PrintedAddress } from './prints.queries.ts'
import type { PrintWords } from './words.ts'

/** Number format of the screens, the same in every language. */
const numbers = new Intl.NumberFormat('de-CH', { maximumFractionDigits: 20 })
/** Format of cubic metres, with a precision of litres. */
const litres = new Intl.NumberFormat('de-CH', { maximumFractionDigits: 3 })
const moments = new Intl.DateTimeFormat('de-CH', {
  timeZone: defaultTimeZone,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

const straight = (format: Intl.NumberFormat, value: number | string) =>
  format.format(value as Intl.StringNumericLiteral).replaceAll('’', "'")
export const shownNumber = (value: number | string) => straight(numbers, value)

/** 01.03.2026 14:30 */
export const shownMoment = (instant: string | Date) => moments.format(new Date(instant)).replace(', ', ' ')
/** Returns a date like `shownMoment`; midnight means a day without a time. */
export const shownDay = (instant: string | null) =>
  instant === null ? null : shownMoment(instant).replace(/ 00:00$/, '')
export const shownDate = (instant: Date) => shownMoment(instant).slice(0, 10)

export const shownCheck = ({ value, verified }: NumberCheck, words: PrintWords) =>
  value && `${value} (${verified ? words.verified : words.unverified})`

/** Returns the lines of a postal address, with the country unless it is Switzerland; without address only the name. */
export function addressLines(address: PrintedAddress | null, { contact, language }: Dossier): string[] {
  if (!address) return [contact.fullName]
  const { alternativeGP, additionalAddress, street, zipCode, city, country } = address
  const countryName =
    country && country !== 'CH' ? (new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? '') : ''
  const place = [`${zipCode} ${city}`.trim(), countryName.toUpperCase()]
  return [...addressees(contact, address), alternativeGP, additionalAddress, street, ...place].filter(
    (line) => line !== '',
  )
}

type Package = Dossier['packageInfos'][number]

export const shownSize = ({ widthInCm, depthInCm, heightInCm }: Package) =>
  [widthInCm, depthInCm, heightInCm].map(shownNumber).join(' × ')

export function shownTotals(packages: readonly Package[], words: PrintWords): string {
  const { quantity, weightInKg, volumeInCubicMetres } = packageTotals(packages)
  return fill(quantity === 1 ? words.totalOne : words.total, {
    quantity: shownNumber(quantity),
    weight: shownNumber(weightInKg),
    volume: straight(litres, volumeInCubicMetres),
  })
}
