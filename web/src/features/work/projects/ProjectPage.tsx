import Alert from '@mui/material/Alert'
import { pathTo } from '#contract/routes'
import { commentApi } from '#contract/together/comments'
import { type Project, projectApi } from '#contract/work/projects'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ScreenLink } from '../../../ui/navigation/ScreenLink.tsx'
import { useGo, useScreenParams } from '../../../ui/navigation/screens.ts'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { CommentsView } from '../../together/comments/CommentsView.tsx'
import { HistoryPanel } from '../../together/history/HistoryPanel.tsx'
import { PresentPeople } from '../../together/presence/PresentPeople.tsx'
import { usePresence } from '../../together/presence/use-presence.ts'
import { ProjectDocuments } from './ProjectDocuments.tsx'
import { ProjectForm } from './ProjectForm.tsx'
import { ProjectHistory } from './ProjectHistory.tsx'
import { ProjectTodos } from './ProjectTodos.tsx'
import { useProjectBoards } from './use-project-boards.ts'
import { useProjectFields } from './use-project-fields.ts'
import { useProjectRemoval } from './use-project-removal.ts'

/** Loads the project in the URL, or shows why it is not available. */
export function ProjectPage() {
  const { t } = useTranslation('projects')
  const { id } = useScreenParams('project', 'projectComment')
  const go = useGo()
  const project = useApi(projectApi.get, { params: { id } }, { quiet: true })
  if (project.data) return <ProjectView key={id} project={project.data} />
  const status = project.error?.status
  // an invalid id is answered with 400
  if (status === 404 || status === 400) {
    return (
      <EmptyState title={t('notFound')} action={<Button onClick={() => go('projects')}>{t('toProjects')}</Button>} />
    )
  }
  if (project.error) {
    const { message } = project.error
    return <ErrorState title={t('loadFailed')} message={message} onRetry={() => void project.refetch()} />
  }
  return <SkeletonLines lines={14} height={28} />
}

function ProjectView({ project }: { project: Project }) {
  const may = useMay()
  const fields = useProjectFields()
  const labelOf = (field: string) => fields.find(({ name }) => name === field)?.label
  const isPutAway = project.archivedUtc !== null || project.deletedUtc !== null
  const readOnly = !may('PROJECT_MODIFY') || isPutAway
  const presence = usePresence('project', project.id)
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <Place project={project} />
        <PresentPeople others={presence.others} labelOf={labelOf} />
      </Box>
      <PutAwayBanner project={project} />
      <Box sx={columns}>
        <ProjectForm project={project} presence={presence} readOnly={readOnly} />
        <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
          {may('TODO_READ') && <ProjectTodos project={project} />}
          {may('READ_COMMENTS') && <Comments project={project} />}
          <ProjectDocuments project={project} readOnly={readOnly} />
          <HistoryPanel>
            <ProjectHistory projectId={project.id} />
          </HistoryPanel>
        </Box>
      </Box>
    </>
  )
}

const columns = {
  display: 'grid',
  gap: 3,
  mt: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
} as const

/** Shows board and step of a project. */
function Place({ project }: { project: Project }) {
  const { steps } = useProjectBoards()
  const step = steps.get(project.step)
  if (!step) return null
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, fontSize: 13 }}>
      <Box component="span" sx={{ width: 10, height: 10, borderRadius: '50%', bgcolor: step.colour }} />
      <span>
        <ScreenLink href={pathTo('projects', { board: step.board.id })} color="inherit">
          {step.board.title}
        </ScreenLink>{' '}
        · <strong>{step.title}</strong>
      </span>
    </Box>
  )
}

/** Tells that a project is in the bin or archive, with a button to restore it. */
function PutAwayBanner({ project }: { project: Project }) {
  const { t } = useTranslation('projects')
  const may = useMay()
  const { restore, revertArchived } = useProjectRemoval()
  const { deletedUtc, archivedUtc } = project
  if (!deletedUtc && !archivedUtc) return null
  const back = deletedUtc ? restore : revertArchived
  const allowed = may(deletedUtc ? 'PROJECT_DELETE' : 'PROJECT_MODIFY')
  return (
    <Alert
      severity="warning"
      variant="outlined"
      sx={{ mt: 2 }}
      action={
        allowed && (
          <Button color="inherit" onClick={() => void back(project)}>
            {t(deletedUtc ? 'action.restore' : 'action.revertArchived')}
          </Button>
        )
      }
    >
      {t(deletedUtc ? 'inBin' : 'inArchive', { at: formatDateTime(deletedUtc ?? archivedUtc ?? '') })}
    </Alert>
  )
}

function Comments({ project }: { project: Project }) {
  const { t } = useTranslation('projects')
  const may = useMay()
  const go = useGo()
  const { commentId } = useScreenParams('project', 'projectComment')
  const count = useApi(commentApi.count, { params: { id: project.id } }, { quiet: true }).data?.count
  return (
    <Panel
      title={t('panel.comments')}
      count={count}
      action={
        commentId && (
          <Button onClick={() => go('project', { id: project.id, taskboardId: project.taskboardRef })}>
            {t('action.toProject')}
          </Button>
        )
      }
    >
      <Box sx={{ px: 3, pb: 3 }}>
        <CommentsView
          upstreamId={project.id}
          readers={{ work: 'PROJECT_COMMENT', boardRef: project.taskboardRef }}
          named={commentId}
          readOnly={!may('WRITE_COMMENTS') || project.deletedUtc !== null}
        />
      </Box>
    </Panel>
  )
}
