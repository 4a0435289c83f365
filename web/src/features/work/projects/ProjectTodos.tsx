import AddTaskIcon from '@mui/icons-material/AddTask'
import { useState } from 'react'
import type { Project } from '#contract/work/projects'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { PackageDialog } from '../todos/PackageDialog.tsx'
import { TodoList } from '../todos/TodoList.tsx'

export function ProjectTodos({ project }: { project: Project }) {
  const { t } = useTranslation('todos')
  const may = useMay()
  const [choosing, setChoosing] = useState(false)
  const readOnly = project.deletedUtc !== null || project.archivedUtc !== null
  return (
    <Panel
      title={t('list')}
      count={project.todos.all}
      action={
        may('TODO_CREATE') &&
        !readOnly && (
          <Button startIcon={<AddTaskIcon />} onClick={() => setChoosing(true)}>
            {t('package.action')}
          </Button>
        )
      }
    >
      <Box sx={{ px: 3, pb: 3 }}>
        <TodoList type="PROJECT" refId={project.id} readOnly={readOnly} />
      </Box>
      {choosing && <PackageDialog refId={project.id} onClose={() => setChoosing(false)} />}
    </Panel>
  )
}
