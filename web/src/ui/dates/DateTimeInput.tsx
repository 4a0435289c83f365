import { defaultTimeZone } from '#contract/limits'
import { currentLanguage } from '../../i18n/i18n.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { type Parsed, parseDateTime } from './parse-date.ts'
import { parseDay } from './parse-day.ts'
import { type DateInputProps, TypedDate } from './TypedDate.tsx'
import { formatDateTime, formatOptionalTime, toInstant, toWallTime } from './zone.ts'

export interface DateTimeInputProps extends DateInputProps {
  /** Hour used for a date typed without a time. */
  defaultHour?: number
  zone?: string
  /** Treats midnight as a day without a time, and displays it without one. */
  optionalTime?: boolean
}

/** A date and time input; the value is an instant in ISO 8601, UTC. */
export function DateTimeInput({
  defaultHour = 0,
  zone = defaultTimeZone,
  optionalTime = false,
  ...props
}: DateTimeInputProps) {
  const { t } = useTranslation('ui')

  function parse(text: string): Parsed {
    const today = toWallTime(new Date().toISOString(), zone).slice(0, 10)
    const wallTime = parseDateTime(text, defaultHour, (day) => parseDay(day, today, currentLanguage()))
    if (wallTime.error) return wallTime
    const value = toInstant(wallTime.value, zone)
    return value === undefined ? { error: 'date' } : { value }
  }

  function pick(day: string, before: string | null) {
    const time = before ? toWallTime(before, zone).slice(11) : `${String(defaultHour).padStart(2, '0')}:00`
    return toInstant(`${day}T${time}`, zone) ?? `${day}T12:00:00.000Z`
  }

  return (
    <TypedDate
      {...props}
      mode="day"
      parse={parse}
      format={(value) => (optionalTime ? formatOptionalTime(value, zone) : formatDateTime(value, zone))}
      dayOf={(value) => toWallTime(value, zone).slice(0, 10)}
      pick={pick}
      placeholder={t(optionalTime ? 'date.formatDate' : 'date.formatDateTime')}
      pickLabel={t('date.pickFor', { label: props.label })}
    />
  )
}
