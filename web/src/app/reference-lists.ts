import type { Endpoint } from '#contract/endpoint'
import { masterData } from '#contract/lists/master-data'
import { templateApi } from '#contract/lists/templates'
import { mailboxApi } from '#contract/mail/mailboxes'
import { boardApi } from '#contract/orders/boards'
import { allows } from '#contract/permissions'
import { userApi } from '#contract/users/users'
import { apiQuery } from '../api/hooks.ts'
import { currentUser } from '../session/session.ts'
import { queryClient } from './query-client.ts'

/** Lists that many screens use, in the order of the specification. */
export const referenceLists: readonly Endpoint[] = [
  userApi.list,
  mailboxApi.list,
  templateApi.list,
  masterData.sectors.list,
  masterData.warehouses.list,
  boardApi.listAll,
]

/** Reads the lists one after the other, before a screen needs them. */
export async function preloadReferenceLists(): Promise<void> {
  const held = new Set(currentUser()?.permissions)
  for (const list of referenceLists) {
    if (allows(list.allow, held)) await queryClient.prefetchQuery(apiQuery(list, {}, { quiet: true }))
  }
}
