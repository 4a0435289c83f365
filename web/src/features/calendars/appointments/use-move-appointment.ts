import { type Appointment, appointmentApi } from '#contract/calendars/appointments'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { saveMove } from '../calendar/save-move.ts'
import { useAppointmentWords } from './use-appointment-words.ts'

type Place = Pick<Appointment, 'startUtc' | 'endUtc' | 'slotRef'> & Partial<Pick<Appointment, 'participantRefs'>>

/** Moves an appointment to another time, slot or participants after a confirmation, with an undo. */
export function useMoveAppointment(onMoved: (appointment: Appointment) => void) {
  const { t } = useTranslation('appointments')
  const confirm = useConfirm()
  const { nameOf, spanOf, peopleOf } = useAppointmentWords()
  const save = useApiMutation(appointmentApi.update, { quiet: ['STALE_VERSION'] })

  /**
   * Returns the saved appointment; undefined if refused, which notifies the user. Retries on a newer version if time
   * and participants are still those of `seen`.
   */
  function write(one: Appointment, version: number, to: Place, seen: Place): Promise<Appointment | undefined> {
    const { startUtc, endUtc, slotRef, participantRefs } = to
    const body = { startUtc, endUtc, slotRef, participantRefs }
    return saveMove<Appointment>({
      version,
      send: (over) => save.mutateAsync({ params: { id: one.id }, body: { ...body, version: over } }),
      stands: (now) => now.state === 'BOOKED' && isSame(now, seen),
      refused(_error, now) {
        // other errors are already reported
        if (!now) return
        const words = now.state === 'BOOKED' ? 'move.elsewhere' : 'move.cancelled'
        notify(t(words, { name: nameOf(one), to: spanOf(now) }), { severity: 3 })
      },
    })
  }

  async function takeBack(before: Appointment, moved: Appointment): Promise<void> {
    const saved = await write(before, moved.version, before, moved)
    if (!saved) return
    notify(t('move.undone'))
    // a contact who was notified of the move must be notified of the undo
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
    const saved = await write(appointment, appointment.version, to, appointment)
    if (!saved) return
    notify(t('move.done', { name: nameOf(appointment), to: spanOf(to) }), {
      action: { label: t('move.undo'), onClick: () => void takeBack(appointment, saved) },
    })
    onMoved(saved)
  }
}

const isSame = (one: Place, other: Place) =>
  one.startUtc === other.startUtc &&
  one.endUtc === other.endUtc &&
  one.slotRef === other.slotRef &&
  String(one.participantRefs) === String(other.participantRefs)
