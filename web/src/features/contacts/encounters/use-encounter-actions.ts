import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { encounterApi } from '#contract/contacts/encounters'
import { historyApi } from '#contract/history'
import { refreshIfGone, useApiMutation } from '../../../api/hooks.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { notify } from '../../../ui/snackbar.ts'

/** What is read anew after any change of encounters. */
export const encounterReads = [
  encounterApi.search,
  encounterApi.get,
  encounterApi.count,
  encounterApi.months,
  encounterApi.bin,
  historyApi.ofContact,
]

interface Named {
  readonly id: string
  readonly fullName: string
}

/** Deleting and moving, one or many, each after a question and with a way back. `what` names the one or says how many. */
export function useEncounterActions(contact: Named) {
  const { t } = useTranslation('encounters')
  const { t: ui } = useTranslation('ui')
  const confirm = useConfirm()
  const client = useQueryClient()
  const options = { refreshes: encounterReads }
  const onError = refreshIfGone(client, encounterReads)
  const removing = useApiMutation(encounterApi.removeSeveral, options)
  const restoring = useApiMutation(encounterApi.restoreSeveral, options)
  const moving = useApiMutation(encounterApi.moveSeveral, options)
  const params = { id: contact.id }

  const restore = (ids: string[], what: string) =>
    restoring.mutate({ params, body: { ids } }, { onSuccess: () => notify(t('bin.restored', { what })), onError })

  async function remove(ids: string[], what: string): Promise<boolean> {
    const texts = { title: t('remove.title'), message: t('remove.message', { what }), ok: t('remove.ok') }
    if (!(await confirm(texts))) return false
    await removing.mutateAsync({ params, body: { ids } }, { onError })
    notify(t('remove.done', { what }), {
      action: { label: ui('action.undo'), onClick: () => restore(ids, what) },
    })
    return true
  }

  async function move(ids: string[], what: string, target: Named): Promise<boolean> {
    const names = { what, from: contact.fullName, to: target.fullName }
    const texts = { title: t('move.title'), message: t('move.message', names), ok: t('move.ok') }
    if (!(await confirm(texts))) return false
    await moving.mutateAsync({ params, body: { ids, target: target.id } }, { onError })
    const back = { params: { id: target.id }, body: { ids, target: contact.id } }
    notify(t('move.done', names), {
      action: {
        label: ui('action.undo'),
        onClick: () => moving.mutate(back, { onSuccess: () => notify(t('move.undone', names)), onError }),
      },
    })
    return true
  }

  return { remove, move, restore }
}
