import type { QueryClient } from '@tanstack/react-query'
import type { Address } from '#contract/first-reads'
import { askedFilter, queryOf } from '#contract/mail/email-question'
import { emailApi } from '#contract/mail/inbox'
import { apiQuery, isShown } from '../../../api/hooks.ts'
import { currentUser } from '../../../session/session.ts'
import { leftFilter } from './left-filter.ts'
import { firstEmails } from './use-email-list.ts'

/** Preloads the message in the URL, and the list unless it is already shown. */
export function readMails(client: QueryClient, address: Address): void {
  const { emailId } = address
  if (emailId) void client.prefetchQuery(apiQuery(emailApi.get, { params: { id: emailId } }, { quiet: true }))
  if (isShown(client, emailApi.list)) return
  const filter = askedFilter(address) ?? leftFilter(currentUser()?.id ?? '')
  void client.prefetchInfiniteQuery(firstEmails(queryOf(filter)))
}
