import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useLanguage, useTranslation } from '../../../i18n/use-translation.ts'
import { clock, dayOf, daysLater, shortDay, today } from './booking-words.ts'
import { Fault } from './Frame.tsx'
import { spanDays, type Time, useTimes } from './use-times.ts'

interface Props {
  /** Label of the button that continues. */
  action: string
  busy: boolean
  onChoose: (time: Time) => void
}

/** Chooses a day and a time: two radio groups. */
export function TimeChooser({ action, busy, onChoose }: Props) {
  const { t } = useTranslation('booking')
  const language = useLanguage()
  const { from, times, fault, show } = useTimes()
  const [chosenDay, setDay] = useState('')
  const [chosenTime, setTime] = useState('')
  const [asked, setAsked] = useState(false)
  const days = Map.groupBy(times ?? [], ({ startUtc }) => dayOf(startUtc))
  const day = days.has(chosenDay) ? chosenDay : ''
  const offered = onlyOnce(days.get(day) ?? [])
  const time = offered.find(({ startUtc }) => startUtc === chosenTime)

  // on a phone the times lie below the window; keys leave the view where the focus is
  const timesOfDay = useRef<HTMLFieldSetElement>(null)
  const isPressed = useRef(false)
  useEffect(() => {
    if (day && isPressed.current) timesOfDay.current?.scrollIntoView({ block: 'nearest' })
    isPressed.current = false
  }, [day])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setAsked(true)
    if (time && !busy) onChoose(time)
  }

  return (
    <form className="booking-card" onSubmit={submit} noValidate aria-label={t('choose')}>
      <p>{t('zone')}</p>
      {fault && <Fault>{fault}</Fault>}
      <fieldset className="booking-choice">
        <legend>{t('day')}</legend>
        {[...days].map(([one, [first]]) => (
          <label key={one} className="booking-tile" onPointerDown={() => (isPressed.current = true)}>
            <input type="radio" name="day" value={one} checked={one === day} onChange={() => setDay(one)} />
            <span>{shortDay(first?.startUtc ?? '', language)}</span>
          </label>
        ))}
        {times?.length === 0 && <p>{t('nothingFree')}</p>}
        {!times && !fault && <p role="status">{t('loading')}</p>}
      </fieldset>
      <div className="booking-row">
        <button type="button" disabled={from <= today()} onClick={() => show(daysLater(from, -spanDays))}>
          {t('earlier')}
        </button>
        <button type="button" onClick={() => show(daysLater(from, spanDays))}>
          {t('later')}
        </button>
      </div>
      {day && (
        <fieldset className="booking-choice" ref={timesOfDay}>
          <legend>{t('time')}</legend>
          {offered.map((one) => (
            <label key={one.startUtc} className="booking-tile">
              <input
                type="radio"
                name="time"
                value={one.startUtc}
                checked={one === time}
                onChange={() => setTime(one.startUtc)}
              />
              <span>
                {clock(one.startUtc, language)}–{clock(one.endUtc, language)}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {asked && !time && <Fault>{t(day ? 'chooseTime' : 'chooseDay')}</Fault>}
      <button type="submit" className="booking-go" aria-busy={busy}>
        {action}
      </button>
    </form>
  )
}

/** Removes times that start together: two slots at the same time are one choice for the customer. */
const onlyOnce = (times: readonly Time[]) =>
  times.filter((one, at) => times.findIndex(({ startUtc }) => startUtc === one.startUtc) === at)
