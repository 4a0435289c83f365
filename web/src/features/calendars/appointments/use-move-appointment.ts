import { useTranslation } from 'react-i18next'
import { type Appointment, appointmentApi } from '#contract/calendars/appointments'
import { useApiMutation } from '../../../api/hooks.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { notify } from '../../../ui/snackbar.ts'
import { useAppointmentWords } from './use-appointment-words.ts'

type Place = Pick<Appointment, 'startUtc' | 'endUtc' | 'slotRef'> & Partial<Pick<Appointment, 'participantRefs'>>

/** Moves an appointment to another time, of a slot or free, or to other people, once that is confirmed; it can be taken back. */
export function useMoveAppointment(onMoved: (appointment: Appointment) => void) {
  const { t } = useTranslation('appointments')
  const confirm = useConfirm()
  const { nameOf, spanOf, peopleOf } = useAppointmentWords()
  const save = useApiMutation(appointmentApi.update)

  /** What is saved then; undefined when it was refused, which is said already. */
  const write = ({ id }: Appointment, version: number, { startUtc, endUtc, slotRef, participantRefs }: Place) =>
    save
      .mutateAsync({ params: { id }, body: { version, startUtc, endUtc, slotRef, participantRefs } })
      .catch(() => undefined)

  async function takeBack(before: Appointment, version: number): Promise<void> {
    const saved = await write(before, version, before)
    if (!saved) return
    notify(t('move.undone'))
    // who was told of the move is to be told of this
    onMoved(saved)
  }

  return async (appointment: Appointment, to: Place): Promise<void> => {
    const answer = await confirm({
      title: t('move.title'),
      message: t('move.message', { name: nameOf(appointment), from: spanOf(appointment), to: spanOf(to) }),
      points: [
        ...(to.participantRefs ? [t('move.people', { names: peopleOf(to) || t('nobody') })] : []),
        ...(appointment.slotRef && !to.slotRef ? [t('move.leavesSlot')] : []),
      ],
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
