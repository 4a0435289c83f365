import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Board } from '#contract/orders/boards'
import type { FlameCard } from '#contract/orders/flames'
import { useCurrentUser, useMay } from '../../../session/session.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { pageLook } from '../../../ui/look.ts'
import { SkeletonLines } from '../../../ui/SkeletonLines.tsx'
import { useScreenActions } from '../../../ui/screen-actions.ts'
import { useGo, useScreenParams } from '../../../ui/screens.ts'
import { BoardPicker } from '../../boards/BoardPicker.tsx'
import { BoardView } from '../../boards/BoardView.tsx'
import { FilterBar } from '../../boards/FilterBar.tsx'
import { placeTowards } from '../../boards/placement.ts'
import { rememberBoard, useChosenBoard } from '../../boards/use-chosen-board.ts'
import { useNow } from '../../boards/use-now.ts'
import { ContactPickerDialog } from '../../contacts/picker/ContactPickerDialog.tsx'
import { useUsers } from '../../users/people/use-users.ts'
import { BinDialog } from './BinDialog.tsx'
import { type FlameFilter, filtered, isFiltering } from './board-filter.ts'
import { ContactFilter } from './ContactFilter.tsx'
import { FlameMenu } from './FlameMenu.tsx'
import { flameKeys } from './flame-keys.ts'
import { useBoard } from './use-board.ts'
import { useFlameBoards } from './use-flame-boards.ts'
import { useFlameDialogs } from './use-flame-dialogs.tsx'
import { useFlameKind } from './use-flame-kind.tsx'

type Search = FlameFilter & { board?: string; future?: string }

export function FlamesPage() {
  const { t } = useTranslation('flames')
  const search = useScreenParams('flames')
  const { boards, error, refetch } = useFlameBoards()
  const board = useChosenBoard('FLAME', boards ?? [], search.board)
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
  const { t: ofBoards } = useTranslation('boards')
  const kind = useFlameKind()
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

  /** The dialog goes first: the next page may be on its way for a while, and what is typed until then would be lost in it. */
  function addWith(lead: (step: string | undefined) => void) {
    setAddTo(undefined)
    lead(addTo)
  }

  useEffect(() => rememberBoard('FLAME', board.id), [board.id])
  useScreenActions({
    title: t('boardTitle', { board: board.title }),
    ...(may('FLAME_CREATE') ? { add: { label: t('newFlame'), onClick: addToFirst } } : {}),
  })

  const change = (next: Search) => go('flames', { ...search, board: board.id, ...next }, { replace: true })

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
        withFuture={withFuture}
        onChange={change}
        onClear={() => change({ text: undefined, assignee: undefined, contact: undefined, due: undefined })}
        cards={all ?? []}
        words={{ label: t('filter.label'), text: t('filter.text'), count }}
        further={<ContactFilter value={search.contact} cards={all ?? []} onChange={(contact) => change({ contact })} />}
        start={<BoardPicker board={board} boards={boards} onChoose={(id) => go('flames', { board: id })} />}
        end={
          may('FLAME_DELETE') && (
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
        <FlameMenu
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
        onSelect={({ id }) => addWith((step) => go('newFlame', { contactRef: id, taskboardId: board.id, step }))}
        onNew={
          may('CONTACT_CREATE')
            ? (typed) => addWith((step) => go('newContact', { ...typed, blackboardRef: board.id, step }))
            : undefined
        }
        onCancel={() => setAddTo(undefined)}
      />
    </Box>
  )
}
