import { contactApi } from '#contract/contacts/contacts'
import { useApi } from '../../api/hooks.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useMay } from '../../session/session.ts'

/** Status codes for a contact that is invalid, forbidden or gone; other errors are temporary. */
const refusals = [400, 403, 404, 410]

/** Returns the name of a contact by id, or a text that it is not visible. */
export function useContactName(id: string | null | undefined): string {
  const { t } = useTranslation('contacts')
  const mayRead = useMay()(contactApi.get.allow)
  const enabled = mayRead && Boolean(id)
  const { data, error } = useApi(contactApi.get, { params: { id: id ?? '' } }, { quiet: true, enabled })
  if (!id) return ''
  const isHidden = !mayRead || refusals.includes(error?.status ?? 0)
  return data?.fullName ?? (isHidden ? t('notVisible') : '…')
}
