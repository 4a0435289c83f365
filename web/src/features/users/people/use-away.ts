import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Away, absenceApi, type StandInKind } from '#contract/work/absences'
import { useApi } from '../../../api/hooks.ts'
import { useMay } from '../../../session/session.ts'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { useUsers } from './use-users.ts'

/** Says of somebody who is away until when, and who stands in for them; nothing of who is there. */
export function useAwayText(kind: StandInKind): (userRef: string | null) => string | undefined {
  const { t } = useTranslation('users')
  const may = useMay()
  const users = useUsers()
  const { data } = useApi(absenceApi.away, {}, { enabled: may('USER_READ'), quiet: true })
  const away = useMemo(() => new Map<string | null, Away>(data?.map((one) => [one.personRef, one])), [data])
  return (userRef) => {
    const one = away.get(userRef)
    if (!one) return undefined
    const until = formatDateTime(one.until)
    const username = users.get(one.standIns[kind] ?? '')?.username
    return username ? t('assignee.away', { until, username }) : t('assignee.awayAlone', { until })
  }
}
