import { useEffect, useEffectEvent, useState } from 'react'
import type { bookingApi } from '#contract/calendars/booking'
import type { AnswerOf } from '#contract/endpoint'
import { daysLater, today } from './booking-words.ts'
import { call } from './call.ts'
import { useSentences } from './faults.ts'

export type Time = AnswerOf<typeof bookingApi.slots>[number]

/** Number of days shown at once. */
export const spanDays = 28
/** Maximum number of spans searched for the first free time. */
const looks = 7

interface Shown {
  readonly from: string
  /** Undefined while loading. */
  readonly times: readonly Time[] | undefined
  readonly fault: string
}

/** Loads the free times from a day on, starting with the first day that has any. */
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
