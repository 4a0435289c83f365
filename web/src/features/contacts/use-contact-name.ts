import { contactApi } from '#contract/contacts/contacts'
import { useApi } from '../../api/hooks.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useMay } from '../../session/session.ts'

/** It is no contact, none that they may see, none any more; whatever else fails says nothing of it. */
const refusals = [400, 403, 404, 410]

/** What a contact is called where only its id is known; of one that cannot be read, that this is so. */
export function useContactName(id: string | null | undefined): string {
  const { t } = useTranslation('contacts')
  const mayRead = useMay()(contactApi.get.allow)
  const enabled = mayRead && Boolean(id)
  const { data, error } = useApi(contactApi.get, { params: { id: id ?? '' } }, { quiet: true, enabled })
  if (!id) return ''
  const isHidden = !mayRead || refusals.includes(error?.status ?? 0)
  return data?.fullName ?? (isHidden ? t('notVisible') : '…')
}
