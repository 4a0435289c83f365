import { useTranslation } from 'react-i18next'
import { ProjectList } from './ProjectList.tsx'

const due = { own: true, due: true }
const archived = { archived: true }

export function OwnDueProjectsPage() {
  const { t } = useTranslation('projects')
  return <ProjectList name="ownDueProjects" which={due} sort="FINISHED" empty={t('list.noneDue')} />
}

export function AllArchivedProjectsPage() {
  const { t } = useTranslation('projects')
  return <ProjectList name="allArchivedProjects" which={archived} sort="UPDATED" empty={t('list.noneArchived')} />
}
