import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Board } from '#contract/orders/boards'
import { type ProjectCard, projectApi } from '#contract/work/projects'
import { kept, useApi } from '../../../api/hooks.ts'
import { useMay } from '../../../session/session.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { pageLook } from '../../../ui/look.ts'
import { SkeletonLines } from '../../../ui/SkeletonLines.tsx'
import { useScreenActions } from '../../../ui/screen-actions.ts'
import { useGo, useScreenParams } from '../../../ui/screens.ts'
import { BoardPicker } from '../../boards/BoardPicker.tsx'
import { BoardView } from '../../boards/BoardView.tsx'
import type { BoardFilter } from '../../boards/board-filter.ts'
import { FilterBar } from '../../boards/FilterBar.tsx'
import { placeTowards } from '../../boards/placement.ts'
import { rememberBoard, useChosenBoard } from '../../boards/use-chosen-board.ts'
import { useNow } from '../../boards/use-now.ts'
import { useUsers } from '../../users/people/use-users.ts'
import { NewProjectDialog } from './NewProjectDialog.tsx'
import { ProjectBinDialog } from './ProjectBinDialog.tsx'
import { ProjectMenu } from './ProjectMenu.tsx'
import { filtered, isFiltering } from './project-filter.ts'
import { projectKeys } from './project-keys.ts'
import { useProjectBoards } from './use-project-boards.ts'
import { useProjectDialogs } from './use-project-dialogs.tsx'
import { useProjectKind } from './use-project-kind.tsx'

type Search = BoardFilter & { board?: string }

export function ProjectsPage() {
  const { t } = useTranslation('projects')
  const search = useScreenParams('projects')
  const { boards, error, refetch } = useProjectBoards()
  const board = useChosenBoard('PROJECT', boards ?? [], search.board)
  if (board) return <ProjectBoard key={board.id} board={board} boards={boards ?? []} search={search} />
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (boards) return <EmptyState title={t('board.none')} hint={t('board.noneHint')} />
  return <SkeletonLines lines={10} />
}

interface Props {
  board: Board
  boards: readonly Board[]
  search: Search
}

function ProjectBoard({ board, boards, search }: Props) {
  const { t } = useTranslation('projects')
  const { t: ofBoards } = useTranslation('boards')
  const kind = useProjectKind()
  const may = useMay()
  const go = useGo()
  const client = useQueryClient()
  const asked = { params: { id: board.id }, query: {} }
  const { data: all, error, refetch } = useApi(projectApi.board, asked, { quiet: true })
  const now = useNow()
  const users = useUsers()
  const { text, assignee, due } = search
  const shown = useCallback(
    (list: readonly ProjectCard[]) => filtered(list, { text, assignee, due }, { now, users }),
    [text, assignee, due, now, users],
  )
  const cards = useMemo(() => all && shown(all), [all, shown])
  const dialogs = useProjectDialogs()
  const [menu, setMenu] = useState<{ card: ProjectCard; anchor: HTMLElement }>()
  const [addTo, setAddTo] = useState<string>()
  const [binShown, setBinShown] = useState(false)
  const open = useCallback((card: ProjectCard) => go('project', projectKeys(card)), [go])
  const openMenu = useCallback((card: ProjectCard, anchor: HTMLElement) => setMenu({ card, anchor }), [])

  useEffect(() => rememberBoard('PROJECT', board.id), [board.id])
  useScreenActions({
    title: t('boardTitle', { board: board.title }),
    ...(may('PROJECT_CREATE') ? { add: { label: t('newProject'), onClick: () => setAddTo(board.steps[0]?.id) } } : {}),
  })

  const change = (next: Search) => go('projects', { ...search, board: board.id, ...next }, { replace: true })
  const count = isFiltering(search)
    ? t('board.countOf', {
        count: all?.length ?? 0,
        shown: formatNumber(cards?.length ?? 0),
        total: formatNumber(all?.length ?? 0),
      })
    : kind.words.count(all?.length ?? 0)

  if (error && !all) {
    return <ErrorState title={t('board.failed')} message={error.message} onRetry={() => void refetch()} />
  }
  return (
    <Box sx={pageLook}>
      <FilterBar
        filter={search}
        filtering={isFiltering(search)}
        onChange={change}
        onClear={() => change({ text: undefined, assignee: undefined, due: undefined })}
        cards={all ?? []}
        words={{ label: t('filter.label'), text: t('filter.text'), count }}
        start={<BoardPicker board={board} boards={boards} onChoose={(id) => go('projects', { board: id })} />}
        end={
          may('PROJECT_DELETE') && (
            <Tooltip title={ofBoards('board.bin')}>
              <IconButton aria-label={ofBoards('board.bin')} aria-haspopup="dialog" onClick={() => setBinShown(true)}>
                <DeleteOutlineIcon fontSize="small" />
              </IconButton>
            </Tooltip>
          )
        }
      />
      {error && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {ofBoards('board.away', { reason: error.message })}
        </Alert>
      )}
      {cards ? (
        <BoardView
          board={board}
          kind={kind}
          cards={cards}
          cardsNow={() => shown(kept(client, projectApi.board, asked) ?? [])}
          now={now}
          onOpen={open}
          onMenu={openMenu}
          onMove={(card, to) => void dialogs.move(card, to)}
          onUndo={dialogs.undo}
          onAdd={may('PROJECT_CREATE') ? setAddTo : undefined}
        />
      ) : (
        <SkeletonLines lines={12} height={28} />
      )}
      {menu && cards && (
        <ProjectMenu
          {...menu}
          towards={(direction) => placeTowards(direction, menu.card, board.steps, cards)}
          onMove={(to) => void dialogs.move(menu.card, to)}
          onCommand={(command) => dialogs.run(command, menu.card)}
          onClose={() => setMenu(undefined)}
        />
      )}
      {dialogs.dialogFor(all ?? [])}
      {binShown && <ProjectBinDialog board={board} onClose={() => setBinShown(false)} />}
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
    </Box>
  )
}
