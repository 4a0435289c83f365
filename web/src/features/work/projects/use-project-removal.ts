import { useQueryClient } from '@tanstack/react-query'
import { type ProjectCard, projectApi } from '#contract/work/projects'
import { amend, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { conflictCodes as quiet } from '../../boards/use-conflict-words.ts'
import { forgetMove } from '../../boards/use-moves.ts'
import { useProjectConflict } from './use-project-conflict.ts'

/** Returns functions that archive, delete, restore and erase projects. */
export function useProjectRemoval() {
  const { t } = useTranslation('projects')
  const { t: ui } = useTranslation('ui')
  const client = useQueryClient()
  const confirm = useConfirm()
  const tellConflict = useProjectConflict()
  const archiving = useApiMutation(projectApi.archive, { quiet, ahead: true })
  const reverting = useApiMutation(projectApi.revertArchived, { quiet })
  const removing = useApiMutation(projectApi.remove, { quiet, ahead: true })
  const restoring = useApiMutation(projectApi.revertDeleted, { quiet })
  const removingForGood = useApiMutation(projectApi.removeForGood, { quiet })

  type Done = 'archived' | 'revertedArchived' | 'removed' | 'restored' | 'removedForGood'
  /** Notifies the user of success or refusal; resolves to whether it succeeded. */
  async function run(card: ProjectCard, request: Promise<unknown>, done: Done, undo?: () => void): Promise<boolean> {
    try {
      await request
      const action = undo && { label: ui('action.undo'), onClick: undo }
      notify(t(`done.${done}`, { name: card.title }), { moved: [card.id], action })
      return true
    } catch (error) {
      await tellConflict(card, error)
      return false
    }
  }

  function leaveBoard({ id }: ProjectCard) {
    forgetMove(id)
    amend(client, projectApi.board, (cards) => cards.filter((card) => card.id !== id))
  }

  function archive(card: ProjectCard): Promise<boolean> {
    const request = archiving.mutateAsync({ params: { id: card.id } })
    leaveBoard(card)
    return run(card, request, 'archived', () => void revertArchived(card))
  }

  const revertArchived = (card: ProjectCard) =>
    run(card, reverting.mutateAsync({ params: { id: card.id } }), 'revertedArchived')

  function remove(card: ProjectCard): Promise<boolean> {
    const request = removing.mutateAsync({ params: { id: card.id } })
    leaveBoard(card)
    return run(card, request, 'removed', () => void restore(card))
  }

  const restore = (card: ProjectCard) => run(card, restoring.mutateAsync({ params: { id: card.id } }), 'restored')

  async function removeForGood(card: ProjectCard): Promise<void> {
    const texts = {
      title: t('bin.confirmTitle'),
      message: t('bin.confirm', { name: card.title }),
      ok: t('action.removeForGood'),
    }
    if ((await confirm(texts)) !== 'ok') return
    await run(card, removingForGood.mutateAsync({ params: { id: card.id } }), 'removedForGood')
  }

  return { archive, revertArchived, remove, restore, removeForGood }
}
