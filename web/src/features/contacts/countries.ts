import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { countryCodes } from '#contract/contacts/countries'
import type { Option } from '../../ui/fields/SelectField.tsx'
import { compareText } from '../../ui/format.ts'

/** The countries the company trades with stand first, then the rest of the world by name. */
const near = ['CH', 'DE', 'AT', 'FR', 'LI', 'IT']
const far = countryCodes.filter((code) => !near.includes(code))

/** The name of a country in the language in use; what is no code is shown as it is. */
export function countryName(code: string, language: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
}

export function useCountries(): Option[] {
  const { i18n } = useTranslation('contacts')
  return useMemo(() => {
    const option = (code: string) => ({ value: code, label: countryName(code, i18n.language) })
    return [...near.map(option), ...far.map(option).sort((a, b) => compareText(a.label, b.label))]
  }, [i18n.language])
}
