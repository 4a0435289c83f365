import { type ComponentProps, type SubmitEvent, useId, useRef, useState } from 'react'
import { useLanguage, useTranslation } from '../../../i18n/use-translation.ts'
import { clock, longDay } from './booking-words.ts'
import { Fault, StepTitle } from './Frame.tsx'
import type { Time } from './use-times.ts'

export interface Customer {
  readonly givenName: string
  readonly surname: string
  readonly emailAddress: string
  readonly phoneNumber: string
  readonly note: string
  /** A hidden field that only bots fill in. */
  readonly website: string
}
type Name = keyof Customer
export type Faults = Partial<Record<Name | 'all', string>>

interface Props {
  time: Time
  /** When the hold on the place expires. */
  expiresUtc: string
  /** The values of the fields. */
  typed: Customer
  onType: (typed: Customer) => void
  faults: Faults
  busy: boolean
  onSubmit: () => void
  onBack: () => void
}

export function CustomerForm({ time, expiresUtc, typed, onType, faults, busy, onSubmit, onBack }: Props) {
  const { t } = useTranslation('booking')
  const language = useLanguage()
  const form = useRef<HTMLFormElement>(null)
  const [empty, setEmpty] = useState<readonly Name[]>([])
  const field = (name: Name) => ({
    name,
    label: t(`field.${name}`),
    value: typed[name],
    fault: empty.includes(name) && !typed[name].trim() ? t('required') : faults[name],
    onChange: (value: string) => onType({ ...typed, [name]: value }),
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const missing = (['surname', 'emailAddress'] as const).filter((name) => !typed[name].trim())
    setEmpty(missing)
    if (missing[0]) form.current?.querySelector<HTMLInputElement>(`[name=${missing[0]}]`)?.focus()
    else if (!busy) onSubmit()
  }

  return (
    <form ref={form} className="booking-card" onSubmit={submit} noValidate aria-label={t('details')}>
      <StepTitle>{t('details')}</StepTitle>
      <p className="booking-when">
        {longDay(time.startUtc, language)}, {clock(time.startUtc, language)}–{clock(time.endUtc, language)}
      </p>
      <p>{t('kept', { until: clock(expiresUtc, language) })}</p>
      <Field {...field('givenName')} autoComplete="given-name" />
      <Field {...field('surname')} autoComplete="family-name" required />
      <Field {...field('emailAddress')} type="email" autoComplete="email" required />
      <Field {...field('phoneNumber')} type="tel" autoComplete="tel" />
      <Field {...field('note')} multiline />
      <div className="booking-trap" aria-hidden="true">
        <Field {...field('website')} autoComplete="off" tabIndex={-1} />
      </div>
      {faults.all && <Fault>{faults.all}</Fault>}
      <p>{t('why')}</p>
      <div className="booking-row">
        <button type="button" onClick={onBack}>
          {t('otherTime')}
        </button>
        <button type="submit" className="booking-go" aria-busy={busy}>
          {t('ask')}
        </button>
      </div>
    </form>
  )
}

interface FieldProps extends Pick<ComponentProps<'input'>, 'autoComplete' | 'required' | 'type' | 'tabIndex'> {
  name: Name
  label: string
  value: string
  fault: string | undefined
  multiline?: boolean
  onChange: (value: string) => void
}

function Field({ name, label, value, fault, multiline, onChange, required, ...more }: FieldProps) {
  const id = useId()
  const { t } = useTranslation('booking')
  const about = {
    ...{ id, name, value, required },
    'aria-invalid': fault !== undefined,
    'aria-describedby': fault ? `${id}fault` : undefined,
  }
  return (
    <div className="booking-field">
      <label htmlFor={id}>
        {label}
        {!required && name !== 'website' && <small> ({t('optional')})</small>}
      </label>
      {multiline ? (
        <textarea {...about} rows={3} maxLength={2000} onChange={({ target }) => onChange(target.value)} />
      ) : (
        <input {...about} {...more} maxLength={255} onChange={({ target }) => onChange(target.value)} />
      )}
      {fault && (
        <span id={`${id}fault`} className="booking-fault">
          {fault}
        </span>
      )}
    </div>
  )
}
