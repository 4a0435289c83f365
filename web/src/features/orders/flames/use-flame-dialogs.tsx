import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlameCard } from '#contract/orders/flames'
import { flameApi } from '#contract/orders/flames'
import type { StepRequirement } from '#contract/orders/step-requirements'
import { ApiError } from '../../../api/client.ts'
import { useApiMutation } from '../../../api/hooks.ts'
import { followUp } from '../../../ui/follow-up.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { useGo } from '../../../ui/screens.ts'
import { notify } from '../../../ui/snackbar.ts'
import { placeIn, type Target } from '../../boards/placement.ts'
import type { Refused } from '../../boards/use-moves.ts'
import type { CardCommand } from './FlameMenu.tsx'
import { flameKeys } from './flame-keys.ts'
import { useFlameBoards } from './use-flame-boards.ts'
import { useFlameMoves } from './use-flame-moves.ts'
import { useRemoval } from './use-removal.ts'

const AssigneeDialog = lazyPart(() => import('../../users/people/AssigneeDialog.tsx'), 'AssigneeDialog')
const PlaceDialog = lazyPart(() => import('../../boards/PlaceDialog.tsx'), 'PlaceDialog')
const ArchiveDialog = lazyPart(() => import('./ArchiveDialog.tsx'), 'ArchiveDialog')
const RequiresDialog = lazyPart(() => import('./RequiresDialog.tsx'), 'RequiresDialog')

type Shown =
  | { kind: 'moveTo' | 'duplicate' | 'assign' | 'archive'; card: FlameCard }
  | {
      kind: 'requires'
      card: FlameCard
      step: string
      steps: Refused<FlameCard>['steps']
      again: (reason: string) => void
    }

/**
 * What can be done with a flame, with the dialogs that it needs: `{dialog}` stands somewhere on the screen. What a step asks for
 * leads to its field: in the dossier that is on the screen, by `toField`, or by opening it.
 */
export function useFlameDialogs({ toField }: { toField?: (lack: StepRequirement) => void } = {}) {
  const { t } = useTranslation('flames')
  const { t: ofBoards } = useTranslation('boards')
  const go = useGo()
  const { boards = [], steps } = useFlameBoards()
  const [shown, setShown] = useState<Shown>()
  const close = () => setShown(undefined)
  const { move, prioritize, undo, settled } = useFlameMoves(({ card, to, steps }) =>
    setShown({
      kind: 'requires',
      card,
      step: to.step,
      steps,
      again: (overrideReason) => void move(card, { ...to, overrideReason }),
    }),
  )
  const { archive, remove } = useRemoval()
  const duplicating = useApiMutation(flameApi.duplicate, {
    quiet: ['STEP_REQUIRES', 'VALIDATION'],
  })

  const open = (card: FlameCard) => go('flame', flameKeys(card))
  const nameOf = (card: FlameCard) => card.contactName || t('unknown')

  function run(command: CardCommand, card: FlameCard) {
    if (command === 'open') open(card)
    else if (command === 'toContact') go('contact', { id: card.contactRef })
    else if (command === 'prioritize') void prioritize(card)
    else if (command === 'remove') void settled().then(() => remove(card))
    else setShown({ kind: command, card })
  }

  async function duplicate(card: FlameCard, target: Pick<Target, 'taskboardRef' | 'step'>, overrideReason?: string) {
    const { taskboardRef, step } = target
    try {
      await duplicating.mutateAsync({
        params: { id: card.id },
        body: { taskboardRef, step, ...(overrideReason ? { overrideReason } : {}) },
      })
      const { title = '', board } = steps.get(step) ?? {}
      notify(t('done.duplicated', { name: nameOf(card), step: title, board: board?.title ?? '' }))
    } catch (error) {
      if (!(error instanceof ApiError)) return
      if (error.problem.code === 'VALIDATION') notify(whyNot(card, error), { severity: 1 })
      const { steps } = error.problem
      // any other refusal stands in the snackbar already
      if (!steps) return
      await followUp()
      setShown({
        kind: 'requires',
        card,
        step,
        steps,
        again: (reason) => void duplicate(card, target, reason),
      })
    }
  }

  /** A copy needs a contact that is there; what else is refused says itself. */
  const whyNot = (card: FlameCard, { errors, message }: ApiError) =>
    errors?.some(({ path }) => path === 'contactRef')
      ? t('conflict.contactGone', { name: nameOf(card) })
      : (errors?.[0]?.detail ?? message)

  /** `cards` are those of the board, among which «top» and «bottom» are found. */
  function dialogFor(cards: readonly FlameCard[]): ReactNode {
    if (!shown) return null
    const { kind, card } = shown
    const name = nameOf(card)
    if (kind === 'requires') {
      const { again } = shown
      const step = steps.get(shown.step)?.title ?? ''
      const override = (reason: string) => {
        close()
        again(reason)
      }
      const lead = (lack: StepRequirement) => {
        close()
        // the dialog gives the focus back first
        if (toField) setTimeout(() => toField(lack))
        else go('flame', { ...flameKeys(card), field: lack })
      }
      return (
        <RequiresDialog
          name={name}
          step={step}
          steps={shown.steps}
          onOverride={override}
          inDossier={toField !== undefined}
          onField={lead}
          onClose={close}
        />
      )
    }
    if (kind === 'assign') {
      const { taskboardRef, step } = card
      const assign = (assigneeRef: string | null) => {
        close()
        void move(card, { taskboardRef, step, assigneeRef })
      }
      return (
        <AssigneeDialog
          given={{ work: 'FLAME', boardRef: taskboardRef }}
          title={ofBoards('place.assignTitle', { name })}
          current={card.assigneeRef}
          onSelect={assign}
          onClose={close}
        />
      )
    }
    if (kind === 'archive') {
      return (
        <ArchiveDialog
          card={card}
          onArchive={(options) => {
            close()
            void settled().then(() => archive(card, options))
          }}
          onClose={close}
        />
      )
    }
    return (
      <PlaceDialog
        purpose={kind === 'moveTo' ? 'move' : 'duplicate'}
        name={name}
        card={card}
        boards={boards}
        onChosen={(target) => {
          close()
          if (kind === 'moveTo') void move(card, placeIn(target, cards, card))
          else void duplicate(card, target)
        }}
        onClose={close}
      />
    )
  }

  return { run, move, undo, dialogFor: (cards: readonly FlameCard[]) => <Suspense>{dialogFor(cards)}</Suspense> }
}
