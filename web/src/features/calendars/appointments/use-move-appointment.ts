import { useTranslation } from 'react-i18next'
import { type Appointment, appointmentApi } from '#contract/calendars/appointments'
import { useApiMutation } from '../../../api/hooks.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { notify } from '../../../ui/snackbar.ts'
import { useAppointmentWords } from './use-appointment-words.ts'

type Time = Pick<Appointment, 'startUtc' | 'endUtc' | 'slotRef'>

/** Moves an appointment to a free time once that is confirmed; it can be taken back. */
export function useMoveAppointment(onMoved: (appointment: Appointment) => void) {
  const { t } = useTranslation('appointments')
  const confirm = useConfirm()
  const { nameOf, spanOf } = useAppointmentWords()
  const save = useApiMutation(appointmentApi.update)

  /** What is saved then; undefined when it was refused, which is said already. */
  const write = ({ id }: Appointment, version: number, { startUtc, endUtc, slotRef }: Time) =>
    save.mutateAsync({ params: { id }, body: { version, startUtc, endUtc, slotRef } }).catch(() => undefined)

  async function takeBack(before: Appointment, version: number): Promise<void> {
    if (await write(before, version, before)) notify(t('move.undone'))
  }

  return async (appointment: Appointment, startUtc: string, endUtc: string): Promise<void> => {
    const to = { startUtc, endUtc, slotRef: null }
    const answer = await confirm({
      title: t('move.title'),
      message: t('move.message', { name: nameOf(appointment), from: spanOf(appointment), to: spanOf(to) }),
      points: appointment.slotRef ? [t('move.leavesSlot')] : [],
      ok: t('move.ok'),
    })
    if (!answer) return
    const saved = await write(appointment, appointment.version, to)
    if (!saved) return
    notify(t('move.done', { name: nameOf(appointment), to: spanOf(to) }), {
      action: { label: t('move.undo'), onClick: () => void takeBack(appointment, saved.version) },
    })
    onMoved(saved)
  }
}
