import type { appointmentApi } from '#contract/calendars/appointments'
import type { AnswerOf } from '#contract/endpoint'
import { toInstant, toWallTime } from '../../../ui/dates/zone.ts'
import type { CalendarEntry } from '../calendar/calendar-entry.ts'
import { stepFrom } from '../calendar/spans.ts'
import { overlaps, timeOf } from './appointment-facts.ts'

/** Somebody is away for a time. */
export type Away = AnswerOf<typeof appointmentApi.days>['away'][number]

export function isAwayOn(day: string, { fromUtc, untilUtc }: Away): boolean {
  const wholeDay = {
    startUtc: toInstant(`${day}T00:00`) ?? '',
    endUtc: toInstant(`${stepFrom('day', day, 1)}T00:00`) ?? '',
  }
  return overlaps({ startUtc: fromUtc, endUtc: untilUtc }, wholeDay)
}

/** A line for each time that one of the people is away, called by `titleOf` their name. */
export const awayEntriesOf = (
  away: readonly Away[],
  people: readonly { readonly id: string; readonly username: string }[],
  titleOf: (name: string) => string,
): CalendarEntry[] =>
  people.flatMap(({ id, username }) =>
    away.filter(({ userRef }) => userRef === id).map((one) => toAwayEntry(one, titleOf(username))),
  )

/** A line across the days on which somebody is away. Of a part of one day it says which, for the rest of it they are there. */
function toAwayEntry({ userRef, fromUtc, untilUtc }: Away, title: string): CalendarEntry {
  const [first, lastMoment] = [dayOf(fromUtc), new Date(Date.parse(untilUtc) - 1).toISOString()]
  return {
    id: `${userRef} ${fromUtc}`,
    title: first === dayOf(untilUtc) ? `${title} ${timeOf(fromUtc)}–${timeOf(untilUtc)}` : title,
    start: first,
    // at midnight it is over, and the day after is none of it
    end: stepFrom('day', dayOf(lastMoment), 1),
    tone: 'muted',
    behind: true,
  }
}

const dayOf = (instant: string) => toWallTime(instant).slice(0, 10)
