import { useCallback, useState } from 'react'
import { showsResting } from '#contract/orders/board-question'
import type { FlameCard } from '#contract/orders/flames'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useCurrentUser, useMay } from '../../../session/session.ts'
import { useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { useGo, useScreenParams } from '../../../ui/navigation/screens.ts'
import { BoardDesk } from '../../boards/BoardDesk.tsx'
import { BoardPage, type DeskProps } from '../../boards/BoardPage.tsx'
import { useShownCards } from '../../boards/use-shown-cards.ts'
import { ContactPickerDialog } from '../../contacts/picker/ContactPickerDialog.tsx'
import { BinDialog } from './BinDialog.tsx'
import { type FlameFilter, filtered, isFiltering } from './board-filter.ts'
import { ContactFilter } from './ContactFilter.tsx'
import { FlameMenu } from './FlameMenu.tsx'
import { flameKeys } from './flame-keys.ts'
import { useBoard } from './use-board.ts'
import { useFlameDialogs } from './use-flame-dialogs.tsx'
import { useFlameKind } from './use-flame-kind.tsx'

type Search = FlameFilter & { board?: string; future?: string }

export function FlamesPage() {
  const { t } = useTranslation('flames')
  const search = useScreenParams('flames')
  return (
    <BoardPage
      of="FLAME"
      search={search}
      none={{ title: t('board.none'), hint: t('board.noneHint') }}
      Desk={FlameBoard}
    />
  )
}

function FlameBoard({ board, boards, search }: DeskProps<Search>) {
  const { t } = useTranslation('flames')
  const kind = useFlameKind()
  const may = useMay()
  const go = useGo()
  const withFuture = showsResting(search.future, useCurrentUser())
  const { cards: all, cardsNow, error, refetch } = useBoard(board.id, withFuture)
  const { cards, shown, now } = useShownCards(all, search, filtered)
  const dialogs = useFlameDialogs()
  const [addTo, setAddTo] = useState<string>()
  const open = useCallback((card: FlameCard) => go('flame', flameKeys(card)), [go])
  const addToFirst = () => setAddTo(board.steps[0]?.id)

  /** Closes the dialog before navigating: input typed while the next page loads would be lost in it. */
  function addWith(lead: (step: string | undefined) => void) {
    setAddTo(undefined)
    lead(addTo)
  }

  useScreenActions({
    title: t('boardTitle', { board: board.title }),
    ...(may('FLAME_CREATE') ? { add: { label: t('newFlame'), onClick: addToFirst } } : {}),
  })

  const change = (next: Search) => go('flames', { ...search, board: board.id, ...next }, { replace: true })

  return (
    <BoardDesk
      board={board}
      boards={boards}
      of="FLAME"
      kind={kind}
      all={all}
      cards={cards}
      cardsNow={() => shown(cardsNow())}
      error={error}
      onRetry={() => void refetch()}
      now={now}
      filter={search}
      isFiltering={isFiltering(search)}
      withFuture={withFuture}
      onFilter={change}
      onClearFilter={() => change({ text: undefined, assignee: undefined, contact: undefined, due: undefined })}
      onBoard={(id) => go('flames', { board: id })}
      furtherFilter={
        <ContactFilter value={search.contact} cards={all ?? []} onChange={(contact) => change({ contact })} />
      }
      words={{
        filter: t('filter.label'),
        text: t('filter.text'),
        failed: t('board.failed'),
        countOf: (counts) => t('board.countOf', counts),
      }}
      dialogs={dialogs}
      Menu={FlameMenu}
      bin={may('FLAME_DELETE') ? (close) => <BinDialog board={board} onClose={close} /> : undefined}
      onOpen={open}
      onAdd={may('FLAME_CREATE') ? setAddTo : undefined}
    >
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
    </BoardDesk>
  )
}
