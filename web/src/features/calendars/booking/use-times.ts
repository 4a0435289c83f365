import { useEffect, useEffectEvent, useState } from 'react'
import type { bookingApi } from '#contract/calendars/booking'
import type { AnswerOf } from '#contract/endpoint'
import { daysLater, today } from './booking-words.ts'
import { call } from './call.ts'
import { useSentences } from './faults.ts'

export type Time = AnswerOf<typeof bookingApi.slots>[number]

/** As many days are shown at once. */
export const spanDays = 28
/** Where the first days have nothing free, it is looked for so many times further on. */
const looks = 7

interface Shown {
  readonly from: string
  /** Undefined while they are on their way. */
  readonly times: readonly Time[] | undefined
  readonly fault: string
}

/** The free times from a day on, at first from the first that has any. */
export function useTimes(): Shown & { show: (from: string) => void } {
  const [wanted, setWanted] = useState({ from: '' })
  const [shown, setShown] = useState<Shown>({ from: today(), times: undefined, fault: '' })
  const told = useEffectEvent(useSentences())
  useEffect(() => {
    let isWanted = true
    const tell = (next: Shown) => isWanted && setShown(next)
    firstFree(wanted.from).then(tell, (error: unknown) =>
      tell({ from: wanted.from || today(), times: undefined, fault: told(error) }),
    )
    return () => {
      isWanted = false
    }
  }, [wanted])
  return {
    ...shown,
    show(from) {
      const first = isOver(from) ? today() : from
      setShown({ from: first, times: undefined, fault: '' })
      setWanted({ from: first })
    },
  }
}

const isOver = (day: string) => day < today()

async function firstFree(wanted: string): Promise<Shown> {
  for (let look = 0; ; look++) {
    const from = wanted || daysLater(today(), look * spanDays)
    const times = await call('slots', { query: { from, to: daysLater(from, spanDays - 1) } })
    if (times.length > 0 || wanted || look === looks) return { from: look === looks ? today() : from, times, fault: '' }
  }
}
