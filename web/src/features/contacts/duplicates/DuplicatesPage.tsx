import { useTranslation } from '../../../i18n/use-translation.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { useGo, useScreenParams } from '../../../ui/navigation/screens.ts'
import { GroupList } from './GroupList.tsx'
import { GroupView } from './GroupView.tsx'
import { MergeList } from './MergeList.tsx'
import { RunPanel } from './RunPanel.tsx'

/** Potential duplicates: the suggestions, the group named in the URL, or past merges. */
export function DuplicatesPage() {
  const { t } = useTranslation('duplicates')
  const go = useGo()
  const { id, view } = useScreenParams('duplicateContacts')
  const shown = view === 'merges' ? 'merges' : 'groups'
  useScreenActions({
    title: t('title'),
    tabs: {
      value: shown,
      onChange: (value) => go('duplicateContacts', value === 'merges' ? { view: value } : {}),
      options: [
        { value: 'groups', label: t('view.groups') },
        { value: 'merges', label: t('view.merges') },
      ],
    },
  })
  if (shown === 'merges') return <MergeList />
  if (id) return <GroupView key={id} id={id} />
  return (
    <Box sx={{ display: 'grid', gap: 3, maxWidth: 1100 }}>
      <RunPanel />
      <GroupList />
    </Box>
  )
}
