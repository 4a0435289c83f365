import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import { useState } from 'react'
import { type DuplicateGroupDetail, duplicateApi } from '#contract/contacts/duplicates'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { useGo } from '../../../ui/navigation/screens.ts'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { CompareTable } from './CompareTable.tsx'
import { MergeButton } from './MergeButton.tsx'
import { partOf, startChoice } from './merge-choice.ts'
import { PairList } from './PairList.tsx'

/** A group of potential duplicates: reasons, differences and actions. */
export function GroupView({ id }: { id: string }) {
  const { t } = useTranslation('duplicates')
  const go = useGo()
  const group = useApi(duplicateApi.get, { params: { id } }, { quiet: true })
  const back = (
    <Button startIcon={<ArrowBackIcon />} onClick={() => go('duplicateContacts')}>
      {t('group.back')}
    </Button>
  )
  if (group.data) {
    // changes by other users reset the choice
    const state = group.data.contacts.map(({ id, version }) => `${id} ${version}`).join()
    return (
      <Box>
        {back}
        <Group key={state} group={group.data} />
      </Box>
    )
  }
  if (group.error?.status === 404) return <EmptyState title={t('group.missing')} action={back} />
  if (group.error) return <ErrorState message={group.error.message} onRetry={() => void group.refetch()} />
  return <SkeletonLines lines={12} />
}

function Group({ group }: { group: DuplicateGroupDetail }) {
  const { t } = useTranslation('duplicates')
  const [choice, setChoice] = useState(() => startChoice(group.contacts))
  return (
    <Box sx={{ display: 'grid', gap: 3, mt: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Panel title={t('group.why')}>
        <PairList group={group} />
      </Panel>
      <Panel title={t('group.compare')}>
        <CompareTable contacts={group.contacts} choice={choice} onChoice={setChoice} />
        <Box sx={actionsLook}>
          <Typography variant="body2" color="textSecondary" sx={{ flex: '1 1 300px' }}>
            {t('group.hint')}
          </Typography>
          <MergeButton contacts={partOf(group.contacts, choice)} choice={choice} />
        </Box>
      </Panel>
    </Box>
  )
}

/** Stays visible below a comparison longer than the screen. */
const actionsLook = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 3,
  p: 3,
  position: 'sticky',
  bottom: 0,
  bgcolor: 'background.paper',
  borderTop: 1,
  borderColor: 'divider',
}
