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

/** Returns a function that removes a part, or only the share of a shared one. `putBack` is the undo. */
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
    // errors of the undo are already reported
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
