import { useMemo } from 'react'
import { type Away, absenceApi, type StandInKind } from '#contract/work/absences'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useCurrentUser, useMay } from '../../../session/session.ts'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { useUsers } from './use-users.ts'

function useAway() {
  const may = useMay()
  return useApi(absenceApi.away, {}, { enabled: may('USER_READ'), quiet: true }).data
}

/** Returns the absent users whose work of a kind the user stands in for. */
export function useRepresented(kind: StandInKind): readonly string[] {
  const me = useCurrentUser()
  const data = useAway()
  return useMemo(
    () => data?.filter(({ standIns }) => standIns[kind] === me.id).map(({ personRef }) => personRef) ?? [],
    [data, kind, me.id],
  )
}

/** Returns a function for the text about an absent user: until when, and who stands in; undefined if present. */
export function useAwayText(kind?: StandInKind): (userRef: string | null) => string | undefined {
  const { t } = useTranslation('users')
  const users = useUsers()
  const data = useAway()
  const away = useMemo(() => new Map<string | null, Away>(data?.map((one) => [one.personRef, one])), [data])
  return (userRef) => {
    const one = away.get(userRef)
    if (!one) return undefined
    const until = formatDateTime(one.until)
    if (!kind) return t('assignee.awayUntil', { until })
    const username = users.get(one.standIns[kind] ?? '')?.username
    return username ? t('assignee.away', { until, username }) : t('assignee.awayAlone', { until })
  }
}
