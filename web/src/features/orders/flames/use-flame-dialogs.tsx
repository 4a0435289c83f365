import { type ReactNode, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FlameCard } from '#contract/orders/flames'
import type { StepRequirement } from '#contract/orders/step-requirements'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useGo } from '../../../ui/navigation/screens.ts'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'
import { placeIn, type Target } from '../../boards/placement.ts'
import type { Refused } from '../../boards/use-moves.ts'
import type { CardCommand } from './FlameMenu.tsx'
import { flameKeys } from './flame-keys.ts'
import { useDuplicate } from './use-duplicate.ts'
import { useFlameBoards } from './use-flame-boards.ts'
import { useFlameMoves } from './use-flame-moves.ts'
import { useRemoval } from './use-removal.ts'

const AssigneeDialog = lazyPart(() => import('../../users/people/AssigneeDialog.tsx'), 'AssigneeDialog')
const PlaceDialog = lazyPart(() => import('../../boards/PlaceDialog.tsx'), 'PlaceDialog')
const ArchiveDialog = lazyPart(() => import('./ArchiveDialog.tsx'), 'ArchiveDialog')
const RequiresDialog = lazyPart(() => import('./RequiresDialog.tsx'), 'RequiresDialog')

type Shown =
  | { kind: 'moveTo' | 'duplicate' | 'assign' | 'archive'; card: FlameCard }
  | ({ kind: 'requires' } & Requiring)

interface Requiring {
  card: FlameCard
  step: string
  steps: Refused<FlameCard>['steps']
  again: (overrideReason: string) => void
}

/**
 * Returns the actions on a flame and their dialogs, which the screen must render. A requirement leads to its field: by
 * `toField` in the dossier on the screen, or by opening the dossier.
 */
export function useFlameDialogs({ toField }: { toField?: (lack: StepRequirement) => void } = {}) {
  const { t } = useTranslation('flames')
  const { t: ofBoards } = useTranslation('boards')
  const go = useGo()
  const { boards = [], steps } = useFlameBoards()
  const [shown, setShown] = useState<Shown>()
  const close = () => setShown(undefined)
  const ask = (requiring: Requiring) => setShown({ kind: 'requires', ...requiring })
  const { move, prioritize, undo, settled } = useFlameMoves(({ card, to, steps }) =>
    ask({ card, step: to.step, steps, again: (overrideReason) => void move(card, { ...to, overrideReason }) }),
  )
  const { archive, remove } = useRemoval()
  const duplicate = useDuplicate((card, to, steps) =>
    ask({ card, step: to.step, steps, again: (reason) => void duplicate(card, to, reason) }),
  )
  const nameOf = (card: FlameCard) => card.contactName || t('unknown')

  function run(command: CardCommand, card: FlameCard) {
    if (command === 'open') go('flame', flameKeys(card))
    else if (command === 'toContact') go('contact', { id: card.contactRef })
    else if (command === 'prioritize') void prioritize(card)
    else if (command === 'remove') void settled().then(() => remove(card))
    else setShown({ kind: command, card })
  }

  /** Renders the open dialog. `cards` are those of the board, which define «top» and «bottom». */
  function dialogFor(cards: readonly FlameCard[]): ReactNode {
    if (!shown) return null
    if (shown.kind === 'requires') return requiring(shown)
    if (shown.kind === 'assign') return assigning(shown.card)
    if (shown.kind === 'archive') return archiving(shown.card)
    return placing(shown.kind, shown.card, cards)
  }

  function requiring({ card, step, steps: lacking, again }: Requiring) {
    const override = (reason: string) => {
      close()
      again(reason)
    }
    const lead = (lack: StepRequirement) => {
      // the closing dialog must restore the focus before it moves to the field
      flushSync(close)
      if (toField) setTimeout(() => toField(lack))
      else go('flame', { ...flameKeys(card), field: lack })
    }
    return (
      <RequiresDialog
        name={nameOf(card)}
        step={steps.get(step)?.title ?? ''}
        steps={lacking}
        onOverride={override}
        inDossier={toField !== undefined}
        onField={lead}
        onClose={close}
      />
    )
  }

  function assigning(card: FlameCard) {
    const { taskboardRef, step } = card
    const assign = (assigneeRef: string | null) => {
      close()
      void move(card, { taskboardRef, step, assigneeRef })
    }
    return (
      <AssigneeDialog
        given={{ work: 'FLAME', boardRef: taskboardRef }}
        title={ofBoards('place.assignTitle', { name: nameOf(card) })}
        current={card.assigneeRef}
        onSelect={assign}
        onClose={close}
      />
    )
  }

  function archiving(card: FlameCard) {
    const confirmed = (options: { toCustomer: boolean; refreshProduct: boolean }) => {
      close()
      void settled().then(() => archive(card, options))
    }
    return <ArchiveDialog card={card} onArchive={confirmed} onClose={close} />
  }

  function placing(kind: 'moveTo' | 'duplicate', card: FlameCard, cards: readonly FlameCard[]) {
    const choose = (target: Target) => {
      close()
      if (kind === 'moveTo') void move(card, placeIn(target, cards, card))
      else void duplicate(card, target)
    }
    return (
      <PlaceDialog
        purpose={kind === 'moveTo' ? 'move' : 'duplicate'}
        name={nameOf(card)}
        card={card}
        boards={boards}
        onChosen={choose}
        onClose={close}
      />
    )
  }

  return { run, move, undo, dialogFor: (cards: readonly FlameCard[]) => <Suspense>{dialogFor(cards)}</Suspense> }
}
