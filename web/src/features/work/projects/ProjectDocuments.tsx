import { useMemo, useState } from 'react'
import { projectDocumentApi } from '#contract/work/project-documents'
import type { Project } from '#contract/work/projects'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { DocumentBrowser } from '../../lists/galleries/DocumentBrowser.tsx'
import type { RecordFile } from '../../lists/galleries/record-library.ts'
import { VersionsDialog } from '../../lists/galleries/VersionsDialog.tsx'
import { projectFile, projectLibrary } from './project-library.ts'

/** The documents of a project and, with the permission, their actions. */
export function ProjectDocuments({ project, readOnly }: { project: Project; readOnly: boolean }) {
  const { t } = useTranslation('projects')
  const { t: documents } = useTranslation('documents')
  const [compared, setCompared] = useState<RecordFile>()
  const library = useMemo(() => projectLibrary(project.id), [project.id])
  const list = useApi(projectDocumentApi.list, { params: { id: project.id } }, { quiet: true })
  const files = useMemo(() => list.data?.map(projectFile), [list.data])
  return (
    <Panel title={t('panel.documents')} count={files?.length}>
      <Box sx={{ display: 'flex', flexDirection: 'column', height: files?.length ? 420 : 'auto', px: 3, pb: 3 }}>
        <DocumentBrowser
          library={library}
          files={files}
          error={list.error}
          onRetry={() => void list.refetch()}
          mayWrite={!readOnly}
          mayRemove={!readOnly}
          empty={t('noDocuments')}
          inPanel
          marksOf={({ versions }) => (versions > 1 ? [documents('versions.count', { count: versions })] : [])}
          actionsOf={(file) => [{ label: documents('versions.title'), run: () => setCompared(file) }]}
        />
      </Box>
      {compared && (
        <VersionsDialog
          api={projectDocumentApi}
          library={library}
          file={compared}
          mayWrite={!readOnly}
          onClose={() => setCompared(undefined)}
        />
      )}
    </Panel>
  )
}
