import { useMemo } from 'react'
import { askedDueProjects } from '#contract/asked/projects'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useScreenParams } from '../../../ui/navigation/screens.ts'
import { ProjectList } from './ProjectList.tsx'

const archived = { archived: true }

export function OwnDueProjectsPage() {
  const { t } = useTranslation('projects')
  const address = useScreenParams('ownDueProjects')
  const which = useMemo(() => askedDueProjects(address), [address])
  const narrowed = which.reminderProjects ? [t('list.onlyReminder')] : []
  return (
    <ProjectList
      name="ownDueProjects"
      which={which}
      narrowed={narrowed}
      sort={which.reminderProjects ? 'REMINDER' : 'FINISHED'}
      empty={t('list.noneDue')}
    />
  )
}

export function AllArchivedProjectsPage() {
  const { t } = useTranslation('projects')
  return <ProjectList name="allArchivedProjects" which={archived} sort="UPDATED" empty={t('list.noneArchived')} />
}
