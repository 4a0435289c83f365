import type { Appointment, appointmentApi } from '#contract/calendars/appointments'
import type { AnswerOf } from '#contract/endpoint'
import { toInstant } from '../../../ui/dates/zone.ts'
import { overlaps } from './appointment-facts.ts'
import type { Column } from './PeopleColumns.tsx'

interface Shown {
  readonly day: string
  readonly appointments: readonly Appointment[]
  readonly away: AnswerOf<typeof appointmentApi.days>['away'] | undefined
  readonly people: readonly { readonly id: string; readonly username: string }[]
  /** Who is looked for. */
  readonly person: string | undefined
  readonly me: string
  readonly nobody: string
}

/** Whoever takes part that day, or is looked for, and oneself; and what nobody takes part in. */
export function columnsOf({ day, appointments, away = [], people, person, me, nobody }: Shown): Column[] {
  const busy = new Set(appointments.flatMap(({ participantRefs }) => participantRefs))
  const wanted = people.filter(({ id }) => (person ? id === person : busy.has(id) || id === me))
  const wholeDay = { startUtc: toInstant(`${day}T00:00`) ?? '', endUtc: toInstant(`${day}T23:59`) ?? '' }
  const isAway = (id: string) =>
    away.some(
      ({ userRef, fromUtc, untilUtc }) => userRef === id && overlaps({ startUtc: fromUtc, endUtc: untilUtc }, wholeDay),
    )
  const isNobodys = appointments.some(({ participantRefs }) => participantRefs.length === 0)
  return [
    ...wanted.map(({ id, username }) => ({ id, name: username, away: isAway(id) })),
    ...(isNobodys && !person ? [{ id: '', name: nobody, away: false }] : []),
  ]
}
