import TextField from '@mui/material/TextField'
import { type Appointment, appointmentApi } from '#contract/calendars/appointments'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { isKept, useKeptText } from '../../../ui/forms/kept-input.ts'
import { useUnsavedChanges } from '../../../ui/forms/unsaved-changes.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { useAppointmentWords } from './use-appointment-words.ts'

const longestReason = 500

interface Props {
  appointment: Appointment
  onDone: (cancelled: Appointment) => void
  onClose: () => void
}

const keptName = ({ id }: Appointment) => `cancel appointment ${id}`

/** Returns true if the session ended while the user typed the reason for a cancellation. */
export const isCancelLeftOpen = (appointment: Appointment): boolean => isKept(keptName(appointment))

/** Cancels an appointment with a reason. */
export function CancelDialog({ appointment, onDone, onClose }: Props) {
  const { t } = useTranslation('appointments')
  const { nameOf, spanOf } = useAppointmentWords()
  const cancel = useApiMutation(appointmentApi.cancel)
  const [reason, setReason] = useKeptText(keptName(appointment), '')
  const leaving = useUnsavedChanges(reason.trim() !== '')
  const close = async () => (await leaving.confirmLeave()) && onClose()

  async function submit() {
    const input = { params: { id: appointment.id }, query: { reason } }
    const done = await cancel.mutateAsync(input).catch(() => undefined)
    if (!done) return
    leaving.settle()
    setReason('')
    notify(t('cancel.done', { name: nameOf(appointment) }))
    onDone(done)
  }

  return (
    <Dialog
      open
      persistent="form"
      width={440}
      title={t('cancel.title')}
      onClose={() => void close()}
      actions={
        <>
          <Button onClick={() => void close()}>{t('back')}</Button>
          <Button variant="contained" color="secondary" loading={cancel.isPending} onClick={() => void submit()}>
            {t('cancel.ok')}
          </Button>
        </>
      }
    >
      <Typography sx={{ mb: 3 }}>
        {t('cancel.message', { name: nameOf(appointment), time: spanOf(appointment) })}
      </Typography>
      <TextField
        label={t('cancel.reason')}
        value={reason}
        onChange={({ target }) => setReason(target.value.slice(0, longestReason))}
        fullWidth
        autoFocus
      />
    </Dialog>
  )
}
