import { useTranslation } from 'react-i18next'
import type { addressApi, emailAddressApi, phoneNumberApi } from '#contract/contacts/parts'
import { changeThen, useApiMutation } from '../../../api/hooks.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { notify } from '../../../ui/snackbar.ts'

type Remove = (typeof addressApi | typeof phoneNumberApi | typeof emailAddressApi)['remove']

/** Asks, naming the thing, and removes it; of a shared one only the share. */
export function useRemovePart(endpoint: Remove, contactId: string) {
  const { t } = useTranslation('contacts')
  const confirm = useConfirm()
  const removing = useApiMutation(endpoint)

  return async (part: { id: string; sharedByContactPersonRef: string | null }, what: string): Promise<void> => {
    const answer = await confirm({
      title: t('part.removeTitle'),
      message: t(part.sharedByContactPersonRef ? 'part.removeShared' : 'part.removeConfirm', { what }),
      ok: t('part.removeTitle'),
    })
    if (answer !== 'ok') return
    changeThen(removing, { params: { id: contactId, subId: part.id } }, () => notify(t('part.removed', { what })))
  }
}
