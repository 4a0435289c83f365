import { flameApi } from '#contract/orders/flames'
import { useApi } from '../../../api/hooks.ts'

/** Returns the number of flames of a contact, including archived ones; undefined while loading. */
export function useContactFlameCount(contactRef: string): number | undefined {
  const { data } = useApi(flameApi.countByContact, { query: { contactRef } }, { quiet: true })
  return data && data.count + data.archived
}
