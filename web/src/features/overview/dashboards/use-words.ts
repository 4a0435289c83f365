import type { CustomerType } from '#contract/contacts/contacts'
import type { LabelKind, Unit } from '#contract/overview/dashboards'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { weekdayName } from '../../../ui/dates/use-days-text.ts'
import { formatNumber } from '../../../ui/text/format.ts'
import { countryName } from '../../contacts/countries.ts'

const hour = 60

/** Returns a function that formats a value with its unit: `3 h 20 min`, `12.5 Tage`; a dash for null. */
export function useValueText() {
  const { t } = useTranslation('dashboards')
  return (value: number | null, unit: Unit): string => {
    if (value === null) return '–'
    if (unit === 'days') return t('unit.days', { count: value, value: formatNumber(value, value < 10 ? 1 : 0) })
    if (unit === 'kilograms') return t('unit.kilograms', { value: formatNumber(value, 0) })
    if (unit === 'count') return formatNumber(value)
    const minutes = Math.round(value)
    const rest = t('unit.minutes', { value: minutes % hour })
    return minutes < hour ? rest : `${t('unit.hours', { value: formatNumber(Math.floor(minutes / hour)) })} ${rest}`
  }
}

/** Returns a function for the label of a row. */
export function useLabelText(kind: LabelKind): (label: string) => string {
  const { t, language } = useTranslation('dashboards')
  const { t: contacts } = useTranslation('contacts')
  const months = new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric', timeZone: 'UTC' })
  return (label) => {
    if (label === '') return t('none')
    if (kind === 'month') return months.format(Date.parse(`${label}-01`))
    if (kind === 'weekday') return weekdayName(Number(label), language)
    if (kind === 'country') return countryName(label, language)
    return kind === 'customerType' ? contacts(`customerType.${label as CustomerType}`) : label
  }
}
