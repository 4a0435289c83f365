import type { addressApi, emailAddressApi, phoneNumberApi } from '#contract/contacts/parts'
import { changeThen, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'

type Remove = (typeof addressApi | typeof phoneNumberApi | typeof emailAddressApi)['remove']

interface Part {
  readonly id: string
  readonly sharedByContactPersonRef: string | null
}

/** Asks, naming the thing, and removes it; of a shared one only the share. `putBack` is what undo does. */
export function useRemovePart<Removed extends Part>(
  endpoint: Remove,
  contactId: string,
  putBack: (part: Removed) => Promise<unknown>,
) {
  const { t } = useTranslation('contacts')
  const { t: ui } = useTranslation('ui')
  const confirm = useConfirm()
  const removing = useApiMutation(endpoint)

  return async (part: Removed, what: string): Promise<void> => {
    const answer = await confirm({
      title: t('part.removeTitle'),
      message: t(part.sharedByContactPersonRef ? 'part.removeShared' : 'part.removeConfirm', { what }),
      ok: t('part.removeTitle'),
    })
    if (answer !== 'ok') return
    // what was refused has been reported
    const undo = () =>
      putBack(part).then(
        () => notify(t('part.restored', { what })),
        () => undefined,
      )
    changeThen(removing, { params: { id: contactId, subId: part.id } }, () =>
      notify(t('part.removed', { what }), { action: { label: ui('action.undo'), onClick: () => void undo() } }),
    )
  }
}
