import { useEffect, useEffectEvent, useState } from 'react'
import { useLanguage, useTranslation } from '../../../i18n/use-translation.ts'
import { inTab } from '../../../state/storage.ts'
import { type Customer, CustomerForm, type Faults } from './CustomerForm.tsx'
import { call, Refused } from './call.ts'
import { Fault, Frame, StepTitle } from './Frame.tsx'
import { useSentences } from './faults.ts'
import { TimeChooser } from './TimeChooser.tsx'
import type { Time } from './use-times.ts'

const nobody: Customer = { givenName: '', surname: '', emailAddress: '', phoneNumber: '', note: '', website: '' }

interface Held {
  readonly time: Time
  readonly id: string
  readonly expiresUtc: string
}

/** Key in the tab storage for the input and the held place, so that they survive a reload. */
const keptAs = 'booking'
interface Kept {
  readonly held: Held
  readonly typed: Customer
}
/** Returns the stored input, unless the hold has expired: the next visitor of this browser must not see it. */
function kept(): Kept | null {
  const one = inTab.readJson(keptAs) as Partial<Kept> | null
  if (!one?.held?.time || !(Date.parse(one.held.expiresUtc) > Date.now())) return null
  return { held: one.held, typed: { ...nobody, ...one.typed } }
}

/** The public page where customers book appointments. */
export function BookingPage() {
  const { t } = useTranslation('booking')
  const [open, setOpen] = useState<boolean | null>(null)
  const [held, setHeld] = useState<Held | null>(() => kept()?.held ?? null)
  const [typed, setTyped] = useState(() => kept()?.typed ?? nobody)
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState('')
  /** Incremented to reload the free times. */
  const [round, setRound] = useState(0)

  const language = useLanguage()
  const [saidIn, setSaidIn] = useState(language)
  if (saidIn !== language) {
    // the message is in the previous language
    setSaidIn(language)
    setFaults({})
  }

  const sentenceOf = useSentences()
  const told = useEffectEvent(sentenceOf)

  useEffect(() => inTab.writeJson(keptAs, held && !sentTo ? { held, typed } : null), [held, typed, sentTo])

  const isAsked = open === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: why it failed is said in the language that is chosen now
  useEffect(() => {
    if (!isAsked) return
    call('page', {}).then(
      (page) => setOpen(page.open),
      (error: unknown) => setFaults({ all: told(error) }),
    )
  }, [isAsked, language])

  const doing = async (work: () => Promise<void>) => {
    setBusy(true)
    setFaults({})
    await work().catch((error: unknown) => setFaults(faultsOf(error, sentenceOf)))
    setBusy(false)
  }

  const hold = (time: Time) =>
    doing(async () => {
      const { slotRef, startUtc } = time
      try {
        setHeld({ time, ...(await call('hold', { body: { slotRef, startUtc } })) })
      } catch (error) {
        setHeld(null)
        setRound((before) => before + 1)
        throw error
      }
    })

  const giveBack = ({ id }: Held) =>
    doing(async () => {
      // a hold that cannot be released expires after ten minutes; a released one is free at the next request
      await call('release', { params: { id } }).catch(() => {})
      setHeld(null)
      setRound((before) => before + 1)
    })

  const ask = ({ time, id }: Held) =>
    doing(async () => {
      const { note, website, ...person } = typed
      const { slotRef, startUtc } = time
      const send = () => call('ask', { body: { holdRef: id, slotRef, startUtc, person, note, website } })
      try {
        await send().catch((error) => afterAMoment(error).then(send))
        setSentTo(person.emailAddress)
      } catch (error) {
        if (codeOf(error) !== 'HOLD_EXPIRED') throw error
        await hold(time)
        setFaults((now) => (now.all ? now : { all: t('heldAgain') }))
      }
    })

  if (sentTo) {
    return (
      <Frame>
        <section className="booking-card">
          <StepTitle>{t('sent.title')}</StepTitle>
          <p>{t('sent.text', { address: sentTo })}</p>
          <p>{t('sent.none')}</p>
        </section>
      </Frame>
    )
  }
  return (
    <Frame>
      {open === false && <p className="booking-card">{t('closed')}</p>}
      {!held && faults.all && <Fault>{faults.all}</Fault>}
      {open && !held && <TimeChooser key={round} action={t('next')} busy={busy} onChoose={hold} />}
      {open && held && (
        <CustomerForm
          {...held}
          typed={typed}
          onType={setTyped}
          faults={faults}
          busy={busy}
          onSubmit={() => void ask(held)}
          onBack={() => void giveBack(held)}
        />
      )}
    </Frame>
  )
}

const codeOf = (error: unknown) => (error instanceof Refused ? error.problem.code : undefined)

/** Waits if the server found the form was filled in too fast, as by browser autofill. Throws all other errors. */
async function afterAMoment(error: unknown): Promise<void> {
  const { code, retryAfter = 0 } = error instanceof Refused ? error.problem : {}
  if (code !== 'TOO_MANY_ATTEMPTS' || retryAfter > longestMoment) throw error
  await new Promise((next) => setTimeout(next, retryAfter * 1000))
}
const longestMoment = 5

/** Assigns the errors of the server to fields. */
function faultsOf(error: unknown, sentenceOf: (error: unknown) => string): Faults {
  const all = sentenceOf(error)
  const fields = ((error as Refused).problem.errors ?? []).map(
    ({ path, detail }) => [path.replace('person.', ''), detail] as const,
  )
  const known = fields.filter(([name]) => name in nobody)
  return known.length > 0 ? Object.fromEntries(known) : { all }
}
