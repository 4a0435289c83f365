import { useWatch } from 'react-hook-form'
import { appointmentApi } from '#contract/calendars/appointments'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { isInstant, toWallTime } from '../../../ui/dates/zone.ts'
import { useUsers } from '../../users/people/use-users.ts'
import { overlaps } from './appointment-facts.ts'
import type { AppointmentValues } from './appointment-values.ts'
import { useAppointmentWords } from './use-appointment-words.ts'

/** Returns warnings about the time in the form (other appointments, absences, holidays). They do not prevent saving. */
export function useAppointmentWarnings(ownId: string | undefined): string[] {
  const { t } = useTranslation('appointments')
  const users = useUsers()
  const words = useAppointmentWords()
  const [startUtc, endUtc, participantRefs] = useWatch<AppointmentValues, ['startUtc', 'endUtc', 'participantRefs']>({
    name: ['startUtc', 'endUtc', 'participantRefs'],
  })
  const isTime = isInstant(startUtc) && isInstant(endUtc)
  const day = toWallTime(isTime ? startUtc : new Date().toISOString()).slice(0, 10)
  const query = { start: day, end: day }
  const list = useApi(appointmentApi.list, { query }, { quiet: true, keepPrevious: true }).data
  const days = useApi(appointmentApi.days, { query }, { quiet: true, keepPrevious: true }).data
  if (!isTime) return []
  const time = { startUtc, endUtc }
  const name = (id: string) => users.get(id)?.username ?? t('gone')
  return [
    ...(days?.holidays ?? []).map((holiday) => t('warning.holiday', { name: holiday.name })),
    ...participantRefs.flatMap((id) => [
      ...(days?.away ?? [])
        .filter(
          ({ userRef, fromUtc, untilUtc }) => userRef === id && overlaps(time, { startUtc: fromUtc, endUtc: untilUtc }),
        )
        .map(({ standInRef }) =>
          standInRef
            ? t('warning.awayStandIn', { name: name(id), standIn: name(standInRef) })
            : t('warning.away', { name: name(id) }),
        ),
      ...(list ?? [])
        .filter(
          (one) =>
            one.id !== ownId && one.state === 'BOOKED' && one.participantRefs.includes(id) && overlaps(one, time),
        )
        .map((one) => t('warning.busy', { name: name(id), appointment: words.titleOf(one) })),
    ]),
  ]
}
