import Alert from '@mui/material/Alert'
import { appointmentMailApi } from '#contract/calendars/appointment-mail'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatDateTime } from '../../../ui/dates/zone.ts'

/** E-mails about an appointment that could not be sent automatically. */
export function UnsentNotice({ id }: { id: string }) {
  const { t } = useTranslation('appointments')
  const unsent = useApi(appointmentMailApi.get, { params: { id } }, { quiet: true }).data?.unsent ?? []
  return unsent.map(({ kind, code, sinceUtc }) => (
    <Alert key={kind} severity="warning">
      {t(`unsent.${kind}`)} {t(`unsent.${code}`)} ({formatDateTime(sinceUtc)})
    </Alert>
  ))
}
