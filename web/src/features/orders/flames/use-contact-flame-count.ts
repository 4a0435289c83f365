import { flameApi } from '#contract/orders/flames'
import { useApi } from '../../../api/hooks.ts'

/** How many flames a contact has, archived ones too; undefined while that is not known. */
export function useContactFlameCount(contactRef: string): number | undefined {
  const { data } = useApi(flameApi.countByContact, { query: { contactRef } }, { quiet: true })
  return data && data.count + data.archived
}
