import Alert from '@mui/material/Alert'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useEffect, useState } from 'react'
import { appointmentMailApi, tellsOfChange } from '#contract/calendars/appointment-mail'
import type { Appointment } from '#contract/calendars/appointments'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'

/** Reason for the dialog: requested by the user, a new appointment, or a changed one. */
export type Told = 'asked' | 'new' | 'changed'

interface Props {
  appointment: Pick<Appointment, 'id' | 'version'>
  told: Told
  onClose: () => void
}

/**
 * Asks whether to notify the contact of an appointment or its cancellation, and previews the e-mail. Unless requested,
 * it only appears if an e-mail can be sent, and after a change only if one was sent before.
 */
export function AppointmentMailDialog({ appointment: { id, version }, told, onClose }: Props) {
  const { t } = useTranslation('appointments')
  const mail = useApi(appointmentMailApi.get, { params: { id } }, { quiet: true })
  const send = useApiMutation(appointmentMailApi.send)
  const [chosen, setChosen] = useState('')
  // cached data may concern an earlier time
  const data = mail.isFetchedAfterMount || !mail.isStale ? mail.data : undefined
  const { kind = 'CONFIRMATION', addresses = [], sent = [], mailboxAddress = null, subject, text } = data ?? {}
  const address = addresses.includes(chosen) ? chosen : (addresses[0] ?? '')
  const isSent = sent.some((one) => one.current && one.kind === kind && one.address === address)
  const maySend = mailboxAddress !== null && address !== '' && !isSent

  const isIdle = data !== undefined && (!maySend || (told === 'changed' && sent.length === 0))
  const isShown = told === 'asked' || (data !== undefined && !isIdle)
  useEffect(() => {
    if (told !== 'asked' && (isIdle || mail.error)) onClose()
  }, [told, isIdle, mail.error, onClose])

  async function submit() {
    const done = await send.mutateAsync({ params: { id }, body: { version, address } }).catch(() => undefined)
    if (!done) return
    notify(t('mail.done', { address }))
    onClose()
  }

  return (
    <Dialog
      open={isShown}
      width={640}
      title={t(`mail.title.${tellsOfChange({ kind, sent }) ? 'CHANGE' : kind}`)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('mail.later')}</Button>
          {data && (
            <Button
              variant="contained"
              color="secondary"
              autoFocus
              disabled={!maySend}
              loading={send.isPending}
              onClick={() => void submit()}
            >
              {t('mail.send')}
            </Button>
          )}
        </>
      }
    >
      {mail.error && <ErrorState message={mail.error.message} onRetry={() => void mail.refetch()} />}
      {data && (
        <Box sx={{ display: 'grid', gap: 3 }}>
          {mailboxAddress === null && <Alert severity="warning">{t('mail.none')}</Alert>}
          {addresses.length === 0 && <Alert severity="warning">{t('mail.noAddress')}</Alert>}
          {isSent && <Alert severity="info">{t('mail.again')}</Alert>}
          {addresses.length > 0 && (
            <TextField
              select
              label={t('mail.to')}
              value={address}
              onChange={({ target }) => setChosen(target.value)}
              helperText={mailboxAddress && t('mail.from', { address: mailboxAddress })}
              fullWidth
            >
              {addresses.map((one) => (
                <MenuItem key={one} value={one}>
                  {one}
                </MenuItem>
              ))}
            </TextField>
          )}
          <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 3 }}>
            <Typography component="h3" variant="subtitle2" sx={{ mb: 1 }}>
              {subject}
            </Typography>
            <Typography sx={{ whiteSpace: 'pre-line' }}>{text}</Typography>
          </Box>
          {sent.length > 0 && (
            <Box component="ul" sx={{ m: 0, pl: 4, typography: 'body2', color: 'text.secondary' }}>
              {sent.map((one) => {
                const line = t(`mail.sent.${one.kind}`, { address: one.address, at: formatDateTime(one.sentUtc) })
                return (
                  <li key={`${one.kind} ${one.address} ${one.sentUtc}`}>
                    {one.current ? line : t('mail.outdated', { sent: line })}
                  </li>
                )
              })}
            </Box>
          )}
        </Box>
      )}
    </Dialog>
  )
}
