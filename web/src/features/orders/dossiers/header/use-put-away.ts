import { type Flame, flameApi } from '#contract/orders/flames'
import { useApiMutation } from '../../../../api/hooks.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { useConfirm } from '../../../../ui/dialogs/confirm.tsx'
import { notify } from '../../../../ui/notices/snackbar.ts'

/** Returns functions that move a flame to the bin (with confirmation and undo), and restore it from bin or archive. */
export function usePutAway({ id, dossier }: Flame) {
  const { t } = useTranslation('dossiers')
  const { t: ui } = useTranslation('ui')
  const confirm = useConfirm()
  const params = { id }
  const moved = [id]
  const name = dossier.certificateName
  const removing = useApiMutation(flameApi.remove)
  const takingBack = useApiMutation(flameApi.revertDeleted, {
    onSuccess: () => void notify(t('remove.restored', { name }), { moved }),
  })
  const reopening = useApiMutation(flameApi.revertArchived, {
    onSuccess: () => void notify(t('archived.restored', { name }), { moved }),
  })
  const takeBack = () => takingBack.mutate({ params })

  async function remove(): Promise<void> {
    const answer = await confirm({
      title: t('remove.action'),
      message: t('remove.message', { name }),
      ok: t('remove.action'),
    })
    if (answer !== 'ok') return
    removing.mutate(
      { params },
      {
        onSuccess: () => {
          notify(t('remove.done', { name }), { moved, action: { label: ui('action.undo'), onClick: takeBack } })
        },
      },
    )
  }

  return { remove, takeBack, reopen: () => reopening.mutate({ params }) }
}
