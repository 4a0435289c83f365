import { contactApi } from '#contract/contacts/contacts'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'

interface Named {
  id: string
  fullName: string
}

/** Into the bin after a question, with undo in the snackbar, and out of it again. */
export function useBin() {
  const { t } = useTranslation('contacts')
  const { t: ui } = useTranslation('ui')
  const confirm = useConfirm()
  const removing = useApiMutation(contactApi.remove)
  const restoring = useApiMutation(contactApi.restore)

  async function restore({ id, fullName }: Named): Promise<void> {
    await restoring
      .mutateAsync({ params: { id } })
      .then(() => notify(t('bin.restored', { name: fullName })))
      // the refusal (somebody else took an e-mail address meanwhile) stands in the snackbar already
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
            action: { label: ui('action.undo'), onClick: () => void restore(contact) },
          })
        },
      },
    )
  }

  return { remove, restore }
}
