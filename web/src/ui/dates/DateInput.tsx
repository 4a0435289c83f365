import { today } from '#contract/endpoint'
import { currentLanguage } from '../../i18n/i18n.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { formatDate, formatMonth, parseMonth, parsePastDate } from './parse-date.ts'
import { parseDay } from './parse-day.ts'
import { type DateInputProps, TypedDate } from './TypedDate.tsx'

const same = (value: string) => value

/** A date input; the value is yyyy-mm-dd. */
export function DateInput(props: DateInputProps) {
  const { t } = useTranslation('ui')
  return (
    <TypedDate
      {...props}
      mode="day"
      parse={(text) => parseDay(text, today(), currentLanguage())}
      format={formatDate}
      dayOf={same}
      pick={same}
      placeholder={t('date.formatDate')}
      pickLabel={t('date.pickFor', { label: props.label })}
    />
  )
}

/** A date input for days up to `today`, such as a birth date; the value is yyyy-mm-dd. */
export function PastDateInput({ today, ...props }: DateInputProps & { today: string }) {
  const { t } = useTranslation('ui')
  return (
    <TypedDate
      blockedMessage={t('invalid.futureDate')}
      {...props}
      mode="day"
      parse={(text) => parsePastDate(text, today)}
      format={formatDate}
      dayOf={same}
      pick={same}
      figures
      isBlocked={(day) => day > today || (props.isBlocked?.(day) ?? false)}
      placeholder={t('date.formatDate')}
      pickLabel={t('date.pickFor', { label: props.label })}
    />
  )
}

/** A month input; the value is yyyy-mm. */
export function MonthInput(props: DateInputProps) {
  const { t } = useTranslation('ui')
  return (
    <TypedDate
      {...props}
      mode="month"
      figures
      parse={parseMonth}
      format={formatMonth}
      dayOf={same}
      pick={same}
      placeholder={t('date.formatMonth')}
      pickLabel={t('date.pickMonthFor', { label: props.label })}
    />
  )
}
