import type { Appointment } from '#contract/calendars/appointments'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { useUsers } from '../../users/people/use-users.ts'
import { timeOf } from './appointment-facts.ts'

/** Returns functions for the texts of an appointment. */
export function useAppointmentWords() {
  const { t } = useTranslation('appointments')
  const users = useUsers()
  const nameOf = ({ title, contactName }: Appointment) => [title, contactName].filter(Boolean).join(', ')
  return {
    nameOf,
    peopleOf: ({ participantRefs = [] }: Partial<Pick<Appointment, 'participantRefs'>>) =>
      participantRefs.map((id) => users.get(id)?.username ?? t('gone')).join(', '),
    /** Returns a title: 09:00–10:00 Beratung, Anna Beispiel, Ausstellung */
    titleOf: (one: Appointment) =>
      [
        one.state === 'BOOKED' ? '' : `${t(`state.${one.state}`)}:`,
        `${timeOf(one.startUtc)}–${timeOf(one.endUtc)}`,
        [nameOf(one), one.place].filter(Boolean).join(', '),
      ]
        .filter(Boolean)
        .join(' '),
    spanOf: (one: Pick<Appointment, 'startUtc' | 'endUtc'>) => `${formatDateTime(one.startUtc)}–${timeOf(one.endUtc)}`,
  }
}
