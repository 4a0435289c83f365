import { useEffect, useState } from 'react'
import type { Booking } from '#contract/calendars/booking'
import { pathTo } from '#contract/routes'
import { useLanguage, useTranslation } from '../../../i18n/use-translation.ts'
import { useScreenParams } from '../../../ui/navigation/screens.ts'
import { clock, longDay } from './booking-words.ts'
import { call, Refused } from './call.ts'
import { Fault, Frame, StepTitle } from './Frame.tsx'
import { useSentences } from './faults.ts'
import { TimeChooser } from './TimeChooser.tsx'

/** The page behind the link sent to a customer: confirms, moves or cancels the booking. */
export function BookedPage() {
  const { t } = useTranslation('booking')
  const { token } = useScreenParams('bookedAppointment')
  const [booking, setBooking] = useState<Booking | null>(null)
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const [doing, setDoing] = useState<'moving' | 'cancelling' | null>(null)
  const [isMoved, setMoved] = useState(false)
  const [round, setRound] = useState(0)
  const params = { token }
  const sentenceOf = useSentences()

  const take = async (answer: Promise<Booking>, moves = false) => {
    setBusy(true)
    setFault('')
    try {
      setBooking(await answer)
      setMoved(moves)
      setDoing(null)
    } catch (error) {
      setFault(error instanceof Refused && error.status === 404 ? t('noLink') : sentenceOf(error))
      setRound((before) => before + 1)
    }
    setBusy(false)
  }
  const language = useLanguage()
  const [saidIn, setSaidIn] = useState(language)
  if (saidIn !== language) {
    // the message is in the previous language
    setSaidIn(language)
    setFault('')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is asked for once, or why not is said in another language
  useEffect(() => {
    if (booking === null) void take(call('get', { params: { token } }))
  }, [token, language])

  return (
    <Frame>
      {fault && <Fault>{fault}</Fault>}
      {!booking && fault && (
        <p>
          <a href={pathTo('booking')}>{t('toBooking')}</a>
        </p>
      )}
      {booking && (
        <section className="booking-card">
          <StepTitle key={`${booking.state} ${booking.startUtc}`}>{t(isMoved ? 'moved' : titleOf(booking))}</StepTitle>
          <p className="booking-when">
            {longDay(booking.startUtc, language)}, {clock(booking.startUtc, language)}–{clock(booking.endUtc, language)}
          </p>
          {booking.place && <p>{booking.place}</p>}
          {booking.state === 'ASKED' && booking.changeable && (
            <div className="booking-row">
              <button
                type="button"
                className="booking-go"
                aria-busy={busy}
                onClick={() => !busy && void take(call('confirm', { params }))}
              >
                {t('confirm')}
              </button>
            </div>
          )}
          {booking.state === 'BOOKED' && booking.changeable && doing !== 'cancelling' && (
            <div className="booking-row">
              {booking.movable && (
                <button
                  type="button"
                  aria-expanded={doing === 'moving'}
                  onClick={() => setDoing(doing ? null : 'moving')}
                >
                  {t('move')}
                </button>
              )}
              <button type="button" onClick={() => setDoing('cancelling')}>
                {t('cancel')}
              </button>
            </div>
          )}
          {doing === 'cancelling' && (
            <fieldset className="booking-sure">
              <legend>{t('sure')}</legend>
              <div className="booking-row">
                <button type="button" ref={focus} onClick={() => setDoing(null)}>
                  {t('keep')}
                </button>
                <button
                  type="button"
                  className="booking-go"
                  aria-busy={busy}
                  onClick={() => !busy && void take(call('cancel', { params }))}
                >
                  {t('cancel')}
                </button>
              </div>
            </fieldset>
          )}
          {(booking.state === 'CANCELLED' || booking.state === 'ASKED') && (
            <p>
              <a href={pathTo('booking')}>{t('toBooking')}</a>
            </p>
          )}
        </section>
      )}
      {booking?.movable && doing === 'moving' && (
        <TimeChooser
          key={round}
          action={t('moveHere')}
          busy={busy}
          onChoose={({ slotRef, startUtc }) => void take(call('move', { params, body: { slotRef, startUtc } }), true)}
        />
      )}
    </Frame>
  )
}

/** Returns the title key. An unconfirmed booking that cannot be changed has begun, or the page was closed meanwhile. */
function titleOf({ state, changeable, startUtc }: Booking) {
  if (state !== 'ASKED' || changeable) return `state.${state}` as const
  return Date.parse(startUtc) > Date.now() ? 'closed' : 'state.MISSED'
}

const focus = (button: HTMLButtonElement | null) => button?.focus()
