import type { appointmentApi } from '#contract/calendars/appointments'
import type { AnswerOf } from '#contract/endpoint'
import { toInstant, toWallTime } from '../../../ui/dates/zone.ts'
import type { CalendarEntry } from '../calendar/calendar-entry.ts'
import { stepFrom } from '../calendar/spans.ts'
import { overlaps, timeOf } from './appointment-facts.ts'

/** An absence of a user. */
export type Away = AnswerOf<typeof appointmentApi.days>['away'][number]

export function isAwayOn(day: string, { fromUtc, untilUtc }: Away): boolean {
  const wholeDay = {
    startUtc: toInstant(`${day}T00:00`) ?? '',
    endUtc: toInstant(`${stepFrom('day', day, 1)}T00:00`) ?? '',
  }
  return overlaps({ startUtc: fromUtc, endUtc: untilUtc }, wholeDay)
}

/** Returns an entry for each absence of the given people; `titleOf` returns its title. */
export const awayEntriesOf = (
  away: readonly Away[],
  people: readonly { readonly id: string; readonly username: string }[],
  titleOf: (name: string) => string,
): CalendarEntry[] =>
  people.flatMap(({ id, username }) =>
    away.filter(({ userRef }) => userRef === id).map((one) => toAwayEntry(one, titleOf(username))),
  )

/** Returns an all-day entry for an absence. If it lies within a day, the title contains the times. */
function toAwayEntry({ userRef, fromUtc, untilUtc }: Away, title: string): CalendarEntry {
  const [first, lastMoment] = [dayOf(fromUtc), new Date(Date.parse(untilUtc) - 1).toISOString()]
  return {
    id: `${userRef} ${fromUtc}`,
    title: first === dayOf(untilUtc) ? `${title} ${timeOf(fromUtc)}–${timeOf(untilUtc)}` : title,
    start: first,
    // an absence that ends at midnight does not include the next day
    end: stepFrom('day', dayOf(lastMoment), 1),
    tone: 'muted',
    behind: true,
  }
}

const dayOf = (instant: string) => toWallTime(instant).slice(0, 10)
