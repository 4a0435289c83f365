import { contactApi } from '#contract/contacts/contacts'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'

interface Named {
  id: string
  fullName: string
}

/** Returns functions that move a contact to the bin after a confirmation, with an undo, and restore it. */
export function useBin() {
  const { t } = useTranslation('contacts')
  const { t: ui } = useTranslation('ui')
  const confirm = useConfirm()
  const removing = useApiMutation(contactApi.remove)
  const restoring = useApiMutation(contactApi.restore)

  async function restore({ id, fullName }: Named): Promise<void> {
    await restoring
      .mutateAsync({ params: { id } })
      .then(() => notify(t('bin.restored', { name: fullName }), { moved: [id] }))
      // the snackbar already shows the error (another contact may have taken the e-mail address meanwhile)
      .catch(() => undefined)
  }

  async function remove(contact: Named): Promise<void> {
    const answer = await confirm({
      title: t('bin.confirmTitle'),
      message: t('bin.confirm', { name: contact.fullName }),
      ok: t('bin.move'),
    })
    if (answer !== 'ok') return
    removing.mutate(
      { params: { id: contact.id } },
      {
        onSuccess: () => {
          notify(t('bin.moved', { name: contact.fullName }), {
            moved: [contact.id],
            action: { label: ui('action.undo'), onClick: () => void restore(contact) },
          })
        },
      },
    )
  }

  return { remove, restore }
}
