import Alert from '@mui/material/Alert'
import { appointmentMailApi } from '#contract/calendars/appointment-mail'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatDateTime } from '../../../ui/dates/zone.ts'

/** What the product was to write to the contact of an appointment by itself, and could not. */
export function UnsentNotice({ id }: { id: string }) {
  const { t } = useTranslation('appointments')
  const unsent = useApi(appointmentMailApi.get, { params: { id } }, { quiet: true }).data?.unsent ?? []
  return unsent.map(({ kind, code, sinceUtc }) => (
    <Alert key={kind} severity="warning">
      {t(`unsent.${kind}`)} {t(`unsent.${code}`)} ({formatDateTime(sinceUtc)})
    </Alert>
  ))
}
