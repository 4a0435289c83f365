import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Tooltip from '@mui/material/Tooltip'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Board } from '#contract/orders/boards'
import type { FlameCard } from '#contract/orders/flames'
import { useCurrentUser, useMay } from '../../../session/session.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { pageLook } from '../../../ui/look.ts'
import { SkeletonLines } from '../../../ui/SkeletonLines.tsx'
import { useScreenActions } from '../../../ui/screen-actions.ts'
import { useGo, useScreenParams } from '../../../ui/screens.ts'
import { ContactPickerDialog } from '../../contacts/picker/ContactPickerDialog.tsx'
import { useUsers } from '../../users/people/use-users.ts'
import { BinDialog } from './BinDialog.tsx'
import { BoardView } from './BoardView.tsx'
import { type BoardFilter, filtered } from './board-filter.ts'
import { CardMenu } from './CardMenu.tsx'
import { FilterBar } from './FilterBar.tsx'
import { flameKeys } from './flame-keys.ts'
import { placeTowards } from './placement.ts'
import { useBoard } from './use-board.ts'
import { useFlameBoards } from './use-boards.ts'
import { rememberBoard, useChosenBoard } from './use-chosen-board.ts'
import { useFlameDialogs } from './use-flame-dialogs.tsx'

type Search = BoardFilter & { board?: string; future?: string }

export function FlamesPage() {
  const { t } = useTranslation('flames')
  const search = useScreenParams('flames')
  const { boards, error, refetch } = useFlameBoards()
  const board = useChosenBoard(boards ?? [], search.board)
  if (board) return <FlameBoard key={board.id} board={board} boards={boards ?? []} search={search} />
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (boards) return <EmptyState title={t('board.none')} hint={t('board.noneHint')} />
  return <SkeletonLines lines={10} />
}

interface Props {
  board: Board
  boards: readonly Board[]
  search: Search
}

function FlameBoard({ board, boards, search }: Props) {
  const { t } = useTranslation('flames')
  const may = useMay()
  const go = useGo()
  const { visibleFutureTasks } = useCurrentUser().userConfig
  const withFuture = search.future === undefined ? visibleFutureTasks : search.future === 'true'
  const { cards: all, cardsNow, error, refetch } = useBoard(board.id, withFuture)
  const now = useNow()
  const users = useUsers()
  const { text, assignee, contact, due } = search
  const shown = useCallback(
    (list: readonly FlameCard[]) => filtered(list, { text, assignee, contact, due }, { now, users }),
    [text, assignee, contact, due, now, users],
  )
  const cards = useMemo(() => all && shown(all), [all, shown])
  const dialogs = useFlameDialogs()
  const [menu, setMenu] = useState<{ card: FlameCard; anchor: HTMLElement }>()
  const [addTo, setAddTo] = useState<string>()
  const [binShown, setBinShown] = useState(false)
  const open = useCallback((card: FlameCard) => go('flame', flameKeys(card)), [go])
  const openMenu = useCallback((card: FlameCard, anchor: HTMLElement) => setMenu({ card, anchor }), [])
  const addToFirst = () => setAddTo(board.steps[0]?.id)

  useEffect(() => rememberBoard(board.id), [board.id])
  useScreenActions({
    title: t('boardTitle', { board: board.title }),
    ...(may('FLAME_CREATE') ? { add: { label: t('newFlame'), onClick: addToFirst } } : {}),
  })

  const change = (next: Search) => go('flames', { ...search, board: board.id, ...next }, { replace: true })

  if (error && !all) {
    return <ErrorState title={t('board.failed')} message={error.message} onRetry={() => void refetch()} />
  }
  return (
    <Box sx={pageLook}>
      <FilterBar
        filter={search}
        withFuture={withFuture}
        onChange={change}
        cards={all ?? []}
        shown={cards?.length ?? 0}
        start={<BoardPicker board={board} boards={boards} onChoose={(id) => go('flames', { board: id })} />}
        end={
          may('FLAME_DELETE') && (
            <Tooltip title={t('board.bin')}>
              <IconButton aria-label={t('board.bin')} aria-haspopup="dialog" onClick={() => setBinShown(true)}>
                <DeleteOutlineIcon fontSize="small" />
              </IconButton>
            </Tooltip>
          )
        }
      />
      {error && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {t('board.away', { reason: error.message })}
        </Alert>
      )}
      {cards ? (
        <BoardView
          board={board}
          cards={cards}
          cardsNow={() => shown(cardsNow())}
          now={now}
          onOpen={open}
          onMenu={openMenu}
          onMove={(card, to) => void dialogs.move(card, to)}
          onUndo={dialogs.undo}
          onAdd={may('FLAME_CREATE') ? setAddTo : undefined}
        />
      ) : (
        <SkeletonLines lines={12} height={28} />
      )}
      {menu && cards && (
        <CardMenu
          {...menu}
          towards={(direction) => placeTowards(direction, menu.card, board.steps, cards)}
          onMove={(to) => void dialogs.move(menu.card, to)}
          onCommand={(command) => dialogs.run(command, menu.card)}
          onClose={() => setMenu(undefined)}
        />
      )}
      {dialogs.dialogFor(all ?? [])}
      {binShown && <BinDialog board={board} onClose={() => setBinShown(false)} />}
      <ContactPickerDialog
        open={addTo !== undefined}
        title={t('newFlame')}
        onSelect={({ id }) => go('newFlame', { contactRef: id, taskboardId: board.id, step: addTo })}
        {...(may('CONTACT_CREATE') ? { onNew: () => go('newContact', { blackboardRef: board.id, step: addTo }) } : {})}
        onCancel={() => setAddTo(undefined)}
      />
    </Box>
  )
}

interface PickerProps {
  board: Board
  boards: readonly Board[]
  onChoose: (id: string) => void
}

function BoardPicker({ board, boards, onChoose }: PickerProps) {
  const { t } = useTranslation('flames')
  if (boards.length < 2) return null
  return (
    <TextField
      select
      label={t('board.choose')}
      value={board.id}
      onChange={(event) => onChoose(event.target.value)}
      sx={{ width: { xs: 150, md: 170, xl: 200 } }}
    >
      {boards.map(({ id, title }) => (
        <MenuItem key={id} value={id}>
          {title}
        </MenuItem>
      ))}
    </TextField>
  )
}

/** The present moment, to the minute. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
