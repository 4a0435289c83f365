import { countryCodes } from '#contract/contacts/countries'
import { useLanguage } from '../../i18n/use-translation.ts'
import type { Option } from '../../ui/fields/SelectField.tsx'
import { compareText } from '../../ui/text/format.ts'

/** Countries the company trades with, listed first; the others follow by name. */
const near = ['CH', 'DE', 'AT', 'FR', 'LI', 'IT']
const far = countryCodes.filter((code) => !near.includes(code))

const names = new Map<string, Intl.DisplayNames>()

/** Returns the name of a country in a language; text that is not a country code stays as it is. */
export function countryName(code: string, language: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code
  const known = names.get(language) ?? new Intl.DisplayNames(language, { type: 'region' })
  names.set(language, known)
  return known.of(code) ?? code
}

const lists = new Map<string, Option[]>()

export function countriesIn(language: string): Option[] {
  const option = (code: string) => ({ value: code, label: countryName(code, language) })
  const list = lists.get(language) ?? [
    ...near.map(option),
    ...far.map(option).sort((a, b) => compareText(a.label, b.label)),
  ]
  lists.set(language, list)
  return list
}

export function useCountries(): Option[] {
  return countriesIn(useLanguage())
}
