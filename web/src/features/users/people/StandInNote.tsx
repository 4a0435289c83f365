import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { useUsers } from './use-users.ts'

interface Props {
  card: {
    readonly proxyOwnerRef: string | null
    readonly proxyOwnerUntil: string | null
    readonly proxyAbsenceRef?: string | undefined
  }
}

/** Tells who stands in for the absent assignee of a card; empty if the proxy does not result from an absence. */
export function StandInNote({ card: { proxyAbsenceRef, proxyOwnerRef, proxyOwnerUntil } }: Props) {
  const { t } = useTranslation('users')
  const users = useUsers()
  if (!proxyAbsenceRef || !proxyOwnerUntil) return null
  const username = users.get(proxyOwnerRef ?? '')?.username ?? ''
  return (
    <Typography variant="body2" sx={{ px: 3, pb: 2 }}>
      {t('assignee.standIn', { until: formatDateTime(proxyOwnerUntil), username })}
    </Typography>
  )
}
