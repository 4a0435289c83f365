import Alert from '@mui/material/Alert'
import { appointmentApi } from '#contract/calendars/appointments'
import { pathTo } from '#contract/routes'
import { type Absence, type Away, absenceApi, type StandInKind, standInFields } from '#contract/work/absences'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { formatDateTime, isInstant, toWallTime } from '../../../ui/dates/zone.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { ScreenLink } from '../../../ui/navigation/ScreenLink.tsx'
import { useUsers } from '../../users/people/use-users.ts'

type Span = Pick<Absence, 'personRef' | 'from' | 'until' | (typeof standInFields)[number]>

/** Warns of the kinds of work that none of the named stand-ins can take over. */
export function UnattendedWarning({ kinds }: { kinds: readonly StandInKind[] }) {
  const { t } = useTranslation('absences')
  if (kinds.length === 0) return null
  return (
    <Alert severity="warning">{t('unattended', { kinds: kinds.map((kind) => t(`kind.${kind}`)).join(', ') })}</Alert>
  )
}

/** Warnings about an absence: appointments of the user, and absences of the stand-ins. They do not prevent saving. */
export function AbsenceWarnings({ absence }: { absence: Span }) {
  const { t } = useTranslation('absences')
  const { personRef, from, until } = absence
  const may = useMay()
  const isSpan = isInstant(from) && isInstant(until) && from < until
  const meanwhile = { userRef: personRef, fromUtc: from, untilUtc: until }
  const enabled = isSpan && personRef !== '' && may('ENCOUNTER_READ')
  const { data } = useApi(appointmentApi.meanwhile, { query: meanwhile }, { quiet: true, enabled })
  const standIns = useStandInsAway(absence, isSpan)
  const { appointments = [], total = 0 } = enabled && data ? data : {}
  if (total === 0 && standIns.length === 0) return null
  const more = total - appointments.length
  return (
    <Alert severity="warning">
      {standIns.map((line) => (
        <div key={line}>{line}</div>
      ))}
      {total > 0 && (
        <>
          <div>{t('appointments', { count: total })}</div>
          <Box component="ul" sx={{ m: 0, pl: 5 }}>
            {appointments.map(({ id, startUtc, title, contactName }) => (
              <li key={id}>
                <ScreenLink
                  href={pathTo('appointmentCalendar', { id, day: toWallTime(startUtc).slice(0, 10) })}
                  color="inherit"
                >
                  {[formatDateTime(startUtc), [title, contactName].filter(Boolean).join(', ')].join(' ')}
                </ScreenLink>
              </li>
            ))}
            {more > 0 && <li>{t('moreAppointments', { count: more })}</li>}
          </Box>
        </>
      )}
    </Alert>
  )
}

/** Returns a text for each stand-in who is absent meanwhile: until when, and who stands in for them. */
function useStandInsAway(absence: Span, isSpan: boolean): string[] {
  const { t } = useTranslation('absences')
  const users = useUsers()
  const may = useMay()
  const named = new Set(standInFields.flatMap((field) => absence[field] ?? []))
  const enabled = isSpan && named.size > 0 && may('USER_READ')
  const query = { from: absence.from, until: absence.until }
  const { data } = useApi(absenceApi.away, { query }, { quiet: true, enabled })
  const nameOf = (id: string | null) => users.get(id ?? '')?.username
  const lineOf = ({ personRef, from, until, standIns }: Away) => {
    const others = [...new Set(Object.values(standIns))].flatMap((id) => nameOf(id) ?? [])
    const values = { username: nameOf(personRef) ?? '', from: formatDateTime(from), until: formatDateTime(until) }
    return others.length > 0
      ? t('standInAway', { ...values, others: others.join(', ') })
      : t('standInAwayAlone', values)
  }
  return enabled && data ? data.filter(({ personRef }) => named.has(personRef)).map(lineOf) : []
}
