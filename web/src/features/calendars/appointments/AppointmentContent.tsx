import type { Appointment } from '#contract/calendars/appointments'
import { timeOf } from './appointment-facts.ts'
import type { useAppointmentWords } from './use-appointment-words.ts'

interface Props {
  appointment: Appointment
  words: ReturnType<typeof useAppointmentWords>
  /** True if there is room for one line only. */
  short: boolean
  /** Time to which it is being dragged, if it is. */
  begin?: string | undefined
}

export function AppointmentContent({ appointment, words, short, begin }: Props) {
  const title = words.titleOf(appointment)
  const look = ['appointment', appointment.state !== 'BOOKED' && 'appointment-ended', short && 'appointment-short']
  return (
    <div className={look.filter(Boolean).join(' ')} title={title}>
      <span className="calendar-read">{title}</span>
      <div aria-hidden>
        <div className="appointment-line">
          <strong>{begin || timeOf(appointment.startUtc)}</strong> {words.nameOf(appointment)}
        </div>
        {!short && (
          <>
            <div className="appointment-line">{appointment.place}</div>
            <div className="appointment-line">{words.peopleOf(appointment)}</div>
          </>
        )}
      </div>
    </div>
  )
}
