import Chip from '@mui/material/Chip'
import { useState } from 'react'
import { type Absence, absenceApi, standInField, standInKinds } from '#contract/work/absences'
import { changeThen, useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { withColon } from '../../../i18n/written.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { useListed } from '../../../ui/conflicts/use-listed.ts'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { useUsers } from '../../users/people/use-users.ts'
import { AbsenceDialog } from './AbsenceDialog.tsx'
import { AbsenceWarnings, UnattendedWarning } from './AbsenceWarnings.tsx'

/** Lists the absences of a user, or of all, with their actions. */
export function AbsenceList({ personRef }: { personRef?: string }) {
  const { t } = useTranslation('absences')
  const absences = useApi(absenceApi.list, { query: { personRef } }, { quiet: true })
  const [edited, setEdited] = useState<Absence | 'new'>()
  const listed = useListed(absences.data, edited === 'new' ? undefined : edited?.id)
  if (absences.error) return <ErrorState message={absences.error.message} onRetry={() => void absences.refetch()} />
  return (
    <Box sx={{ display: 'grid', gap: 3, justifyItems: 'start' }}>
      <Button variant="outlined" color="inherit" onClick={() => setEdited('new')}>
        {t('add')}
      </Button>
      {absences.data?.length === 0 && (
        <Box sx={{ justifySelf: 'stretch' }}>
          <EmptyState title={t('none')} />
        </Box>
      )}
      <Box component="ul" aria-label={t('title')} sx={{ listStyle: 'none', m: 0, p: 0, width: '100%' }}>
        {absences.data?.map((absence) => (
          <Line key={absence.id} absence={absence} named={personRef === undefined} onEdit={() => setEdited(absence)} />
        ))}
      </Box>
      {(edited === 'new' || listed) && (
        <AbsenceDialog absence={listed ?? null} personRef={personRef} onClose={() => setEdited(undefined)} />
      )}
    </Box>
  )
}

interface LineProps {
  absence: Absence
  /** Shows the name of the absent user. */
  named: boolean
  onEdit: () => void
}

function Line({ absence, named, onEdit }: LineProps) {
  const { t } = useTranslation('absences')
  const users = useUsers()
  const phase = phaseOf(absence)
  const nameOf = (id: string | null) => users.get(id ?? '')?.username ?? ''
  const times = { from: formatDateTime(absence.from), until: formatDateTime(absence.until) }
  const what = t('name', { ...times, username: nameOf(absence.personRef) })
  const actions = useActions(absence, what)
  const ofKind = standInKinds.filter((kind) => absence[standInField[kind]])
  const standIns = [
    ...(absence.standInRef ? [t('standIn', { username: nameOf(absence.standInRef) })] : []),
    ...ofKind.map((kind) =>
      t('standInFor', { kind: t(`kind.${kind}`), username: nameOf(absence[standInField[kind]]) }),
    ),
    ...(absence.subject ? [t('answers')] : []),
  ]
  const button = (label: string, onClick: () => void) => (
    <Button aria-label={withColon(label, what)} onClick={onClick}>
      {label}
    </Button>
  )
  return (
    <Box component="li" sx={{ borderTop: '1px solid var(--line)', py: 2, display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography sx={{ flex: 1, minWidth: 220 }}>{named ? what : t('span', times)}</Typography>
        {phase !== 'planned' && <Chip size="small" label={t(phase)} />}
      </Box>
      {standIns.length > 0 && (
        <Typography variant="body2" color="textSecondary">
          {standIns.join(' · ')}
        </Typography>
      )}
      <UnattendedWarning kinds={absence.unattended} />
      {phase !== 'over' && <AbsenceWarnings absence={absence} />}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {button(t('editIt'), onEdit)}
        {phase === 'running' && button(t('end'), actions.end)}
        {button(t('remove'), actions.remove)}
      </Box>
    </Box>
  )
}

function phaseOf({ from, until }: Absence): 'planned' | 'running' | 'over' {
  const now = new Date().toISOString()
  if (until <= now) return 'over'
  return from <= now ? 'running' : 'planned'
}

function useActions(absence: Absence, what: string) {
  const { t } = useTranslation('absences')
  const { t: ui } = useTranslation('ui')
  const confirm = useConfirm()
  const end = useApiMutation(absenceApi.end, { onSuccess: () => notify(t('ended')) })
  const restore = useApiMutation(absenceApi.add, { onSuccess: () => notify(t('restored')) })
  const remove = useApiMutation(absenceApi.remove)
  const input = { params: { id: absence.id } }
  return {
    end: async () => {
      const texts = { title: t('endTitle'), message: t('endMessage', { what }), ok: t('end') }
      if (await confirm(texts)) end.mutate(input)
    },
    remove: async () => {
      const texts = { title: t('removeTitle'), message: t('removeMessage', { what }), ok: t('remove') }
      if (!(await confirm(texts))) return
      changeThen(remove, input, () =>
        notify(t('removed'), {
          action: { label: ui('action.undo'), onClick: () => restore.mutate({ body: absence }) },
        }),
      )
    },
  }
}
