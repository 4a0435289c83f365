import type { Appointment } from '#contract/calendars/appointments'
import { type Away, isAwayOn } from './away.ts'
import type { Column } from './PeopleColumns.tsx'

interface Shown {
  readonly day: string
  readonly appointments: readonly Appointment[]
  readonly away: readonly Away[] | undefined
  readonly people: readonly { readonly id: string; readonly username: string }[]
  /** User chosen in the filter. */
  readonly person: string | undefined
  readonly me: string
  readonly nobody: string
}

/**
 * Returns the columns of a day: participants and oneself, or the filtered user; then appointments without participants;
 * last, users who are absent and have none.
 */
export function columnsOf({ day, appointments, away = [], people, person, me, nobody }: Shown): Column[] {
  const busy = new Set(appointments.flatMap(({ participantRefs }) => participantRefs))
  const gone = new Set(away.filter((one) => isAwayOn(day, one)).map(({ userRef }) => userRef))
  const isWanted = (id: string) => (person ? id === person : busy.has(id) || id === me)
  const toColumn = ({ id, username }: Shown['people'][number]) => ({ id, name: username, away: gone.has(id) })
  const isNobodys = appointments.some(({ participantRefs }) => participantRefs.length === 0)
  return [
    ...people.filter(({ id }) => isWanted(id)).map(toColumn),
    ...(isNobodys && !person ? [{ id: '', name: nobody, away: false }] : []),
    ...(person ? [] : people.filter(({ id }) => gone.has(id) && !isWanted(id)).map(toColumn)),
  ]
}
