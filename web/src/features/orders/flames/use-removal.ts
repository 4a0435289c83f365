import { useQueryClient } from '@tanstack/react-query'
import { type FlameCard, flameApi } from '#contract/orders/flames'
import { amend, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { conflictCodes } from '../../boards/use-conflict-words.ts'
import { forgetMove } from '../../boards/use-moves.ts'
import { useFlameBoards } from './use-flame-boards.ts'
import { useFlameConflict } from './use-flame-conflict.ts'

interface Archiving {
  toCustomer: boolean
  refreshProduct: boolean
}

const quiet = conflictCodes

/** Returns functions that archive, delete, restore and erase flames. */
export function useRemoval() {
  const { t } = useTranslation('flames')
  const { t: ui } = useTranslation('ui')
  const client = useQueryClient()
  const confirm = useConfirm()
  const { steps } = useFlameBoards()
  const tellConflict = useFlameConflict()
  const archiving = useApiMutation(flameApi.archive, { quiet, ahead: true })
  const reverting = useApiMutation(flameApi.revertArchived, { quiet })
  const removing = useApiMutation(flameApi.remove, { quiet, ahead: true })
  const restoring = useApiMutation(flameApi.revertDeleted, { quiet })
  const removingForGood = useApiMutation(flameApi.removeForGood, { quiet })

  const nameOf = (card: FlameCard) => card.contactName || t('unknown')

  /** Notifies the user of success or refusal. */
  async function run<Answer>(
    card: FlameCard,
    request: Promise<Answer>,
    done: (answer: Answer) => string,
    undo?: () => void,
  ) {
    try {
      const action = undo && { label: ui('action.undo'), onClick: undo }
      notify(done(await request), { moved: [card.id], action })
    } catch (error) {
      await tellConflict(card, error)
    }
  }

  function archive(card: FlameCard, { toCustomer, refreshProduct }: Archiving): Promise<void> {
    const query = {
      ...(toCustomer ? { toCustomer: 'true' as const } : {}),
      ...(refreshProduct ? { refreshProductForContactId: card.contactRef } : {}),
    }
    const request = archiving.mutateAsync({ params: { id: card.id }, query })
    leaveBoard(card)
    return run(
      card,
      request,
      () => t('done.archived', { name: nameOf(card) }),
      () => void revertArchived(card, toCustomer),
    )
  }

  /** Restores from the archive; a contact that was made a customer stays one, which is mentioned. */
  function revertArchived(card: FlameCard, madeCustomer = false): Promise<void> {
    // the current place: another user may have moved it before archiving
    const done = (back: FlameCard) => {
      const { title: step = '', board } = steps.get(back.step) ?? {}
      return t(madeCustomer ? 'done.revertedCustomer' : 'done.revertedArchived', {
        name: nameOf(card),
        step,
        board: board?.title ?? '',
      })
    }
    return run(card, reverting.mutateAsync({ params: { id: card.id } }), done)
  }

  function remove(card: FlameCard): Promise<void> {
    const request = removing.mutateAsync({ params: { id: card.id } })
    leaveBoard(card)
    return run(
      card,
      request,
      () => t('done.removed', { name: nameOf(card) }),
      () => void restore(card),
    )
  }

  const restore = (card: FlameCard): Promise<void> =>
    run(card, restoring.mutateAsync({ params: { id: card.id } }), () => t('done.restored', { name: nameOf(card) }))

  async function removeForGood(card: FlameCard): Promise<void> {
    const name = nameOf(card)
    const texts = {
      title: t('bin.confirmTitle'),
      message: t('bin.confirm', { name }),
      ok: t('action.removeForGood'),
    }
    if ((await confirm(texts)) !== 'ok') return
    const request = removingForGood.mutateAsync({ params: { id: card.id } })
    await run(card, request, () => t('done.removedForGood', { name }))
  }

  function leaveBoard({ id }: FlameCard) {
    forgetMove(id)
    amend(client, flameApi.board, (board) => ({ ...board, flames: board.flames.filter((card) => card.id !== id) }))
  }

  return { archive, revertArchived, remove, restore, removeForGood }
}
