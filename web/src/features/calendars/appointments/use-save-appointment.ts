import { useState } from 'react'
import { type Appointment, appointmentApi, type FreeSlot } from '#contract/calendars/appointments'
import { ApiError } from '../../../api/client.ts'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useEditing } from '../../../ui/conflicts/use-editing.ts'
import { formatDateTime, isInstant } from '../../../ui/dates/zone.ts'
import { useUsers } from '../../users/people/use-users.ts'
import { type AppointmentValues, bodyOf, valuesOf } from './appointment-values.ts'

const fields = ['startUtc', 'endUtc', 'title', 'place', 'note', 'participantRefs'] as const

/** Saves an appointment, or a new one if `appointment` is null. If its slot is full, `nextFree` holds alternatives. */
export function useSaveAppointment(appointment: Appointment | null) {
  const { t } = useTranslation('appointments')
  const users = useUsers()
  const quiet = { quiet: ['STALE_VERSION', 'SLOT_FULL'] as const }
  const add = useApiMutation(appointmentApi.add, quiet)
  const update = useApiMutation(appointmentApi.update, quiet)
  const [nextFree, setNextFree] = useState<readonly Pick<FreeSlot, 'slotRef' | 'startUtc' | 'endUtc'>[]>([])
  const show = (value: unknown) => {
    if (Array.isArray(value)) return value.map((id) => users.get(id)?.username ?? t('gone')).join(', ')
    if (typeof value !== 'string') return ''
    return isInstant(value) ? formatDateTime(value) : value
  }
  const editing = useEditing<AppointmentValues, Appointment>(appointment, {
    name: appointment?.title || t('title.edit'),
    fields: fields.map((name) => ({ name, label: t(`field.${name}`), show })),
    valuesOf,
  })

  async function save(values: AppointmentValues): Promise<Appointment> {
    setNextFree([])
    try {
      if (!appointment) return await add.mutateAsync({ body: { ...bodyOf(values), contactRef: values.contactRef } })
      const begun = valuesOf(editing.now() ?? appointment)
      const moves = (['slot', 'startUtc', 'endUtc'] as const).some((name) => values[name] !== begun[name])
      return await editing.save(values, (chosen, version) => {
        // the slot belongs to the time, so whoever changed the time decides on the slot
        const isMine = moves && chosen.startUtc === values.startUtc && chosen.endUtc === values.endUtc
        const body = bodyOf(isMine ? { ...chosen, slot: values.slot } : chosen)
        return update.mutateAsync({ params: { id: appointment.id }, body: { ...body, version } })
      })
    } catch (error) {
      if (error instanceof ApiError && error.problem.code === 'SLOT_FULL') setNextFree(error.problem.nextFree ?? [])
      throw error
    }
  }

  return { editing, save, saving: add.isPending || update.isPending, nextFree }
}
