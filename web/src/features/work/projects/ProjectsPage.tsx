import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { type ProjectCard, projectApi } from '#contract/work/projects'
import { kept, useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { useGo, useScreenParams } from '../../../ui/navigation/screens.ts'
import { BoardDesk } from '../../boards/BoardDesk.tsx'
import { BoardPage, type DeskProps } from '../../boards/BoardPage.tsx'
import type { BoardFilter } from '../../boards/board-filter.ts'
import { useShownCards } from '../../boards/use-shown-cards.ts'
import { NewProjectDialog } from './NewProjectDialog.tsx'
import { ProjectBinDialog } from './ProjectBinDialog.tsx'
import { ProjectMenu } from './ProjectMenu.tsx'
import { filtered, isFiltering } from './project-filter.ts'
import { projectKeys } from './project-keys.ts'
import { useProjectDialogs } from './use-project-dialogs.tsx'
import { useProjectKind } from './use-project-kind.tsx'

type Search = BoardFilter & { board?: string }

export function ProjectsPage() {
  const { t } = useTranslation('projects')
  const search = useScreenParams('projects')
  return (
    <BoardPage
      of="PROJECT"
      search={search}
      none={{ title: t('board.none'), hint: t('board.noneHint') }}
      Desk={ProjectBoard}
    />
  )
}

function ProjectBoard({ board, boards, search }: DeskProps<Search>) {
  const { t } = useTranslation('projects')
  const kind = useProjectKind()
  const may = useMay()
  const go = useGo()
  const client = useQueryClient()
  const asked = { params: { id: board.id }, query: {} }
  const { data: all, error, refetch } = useApi(projectApi.board, asked, { quiet: true })
  const { cards, shown, now } = useShownCards(all, search, filtered)
  const dialogs = useProjectDialogs()
  const [addTo, setAddTo] = useState<string>()
  const open = useCallback((card: ProjectCard) => go('project', projectKeys(card)), [go])

  useScreenActions({
    title: t('boardTitle', { board: board.title }),
    ...(may('PROJECT_CREATE') ? { add: { label: t('newProject'), onClick: () => setAddTo(board.steps[0]?.id) } } : {}),
  })

  const change = (next: Search) => go('projects', { ...search, board: board.id, ...next }, { replace: true })

  return (
    <BoardDesk
      board={board}
      boards={boards}
      of="PROJECT"
      kind={kind}
      all={all}
      cards={cards}
      cardsNow={() => shown(kept(client, projectApi.board, asked) ?? [])}
      error={error}
      onRetry={() => void refetch()}
      now={now}
      filter={search}
      isFiltering={isFiltering(search)}
      onFilter={change}
      onClearFilter={() => change({ text: undefined, assignee: undefined, due: undefined })}
      onBoard={(id) => go('projects', { board: id })}
      words={{
        filter: t('filter.label'),
        text: t('filter.text'),
        failed: t('board.failed'),
        countOf: (counts) => t('board.countOf', counts),
      }}
      dialogs={dialogs}
      Menu={ProjectMenu}
      bin={may('PROJECT_DELETE') ? (close) => <ProjectBinDialog board={board} onClose={close} /> : undefined}
      onOpen={open}
      onAdd={may('PROJECT_CREATE') ? setAddTo : undefined}
    >
      {addTo && (
        <NewProjectDialog
          board={board}
          step={addTo}
          onAdded={(project) => {
            setAddTo(undefined)
            go('project', projectKeys(project))
          }}
          onClose={() => setAddTo(undefined)}
        />
      )}
    </BoardDesk>
  )
}
