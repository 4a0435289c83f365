import { encounterApi } from '#contract/contacts/encounters'
import { changeThen, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'

interface Named {
  readonly id: string
  readonly fullName: string
}

/** Returns functions that delete and move encounters, with confirmation and undo. `what` names them or their number. */
export function useEncounterActions(contact: Named) {
  const { t } = useTranslation('encounters')
  const { t: ui } = useTranslation('ui')
  const confirm = useConfirm()
  const removing = useApiMutation(encounterApi.removeSeveral)
  const restoring = useApiMutation(encounterApi.restoreSeveral)
  const moving = useApiMutation(encounterApi.moveSeveral)
  const params = { id: contact.id }

  const restore = (ids: string[], what: string) =>
    changeThen(restoring, { params, body: { ids } }, () => notify(t('bin.restored', { what }), { moved: ids }))

  async function remove(ids: string[], what: string): Promise<boolean> {
    const texts = { title: t('remove.title'), message: t('remove.message', { what }), ok: t('remove.ok') }
    if (!(await confirm(texts))) return false
    await removing.mutateAsync({ params, body: { ids } })
    notify(t('remove.done', { what }), {
      moved: ids,
      action: { label: ui('action.undo'), onClick: () => restore(ids, what) },
    })
    return true
  }

  async function move(ids: string[], what: string, target: Named): Promise<boolean> {
    const names = { what, from: contact.fullName, to: target.fullName }
    const texts = { title: t('move.title'), message: t('move.message', names), ok: t('move.ok') }
    if (!(await confirm(texts))) return false
    await moving.mutateAsync({ params, body: { ids, target: target.id } })
    const back = { params: { id: target.id }, body: { ids, target: contact.id } }
    notify(t('move.done', names), {
      action: {
        label: ui('action.undo'),
        onClick: () => changeThen(moving, back, () => notify(t('move.undone', names))),
      },
    })
    return true
  }

  return { remove, move, restore }
}
