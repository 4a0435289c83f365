import { contactApi } from '#contract/contacts/contacts'
import type { Endpoint } from '#contract/endpoint'
import { type Address, firstReads, type Read } from '#contract/first-reads'
import { askedFilter, queryOf } from '#contract/mail/email-question'
import { emailApi } from '#contract/mail/inbox'
import { allows } from '#contract/permissions'
import { mayEnter, type ScreenName, screens } from '#contract/routes'
import { forgetBegun } from '../api/client.ts'
import { apiQuery, isShown } from '../api/hooks.ts'
import { firstContacts } from '../features/contacts/list/contact-pages.ts'
import { leftFilter } from '../features/mail/inbox/left-filter.ts'
import { firstEmails } from '../features/mail/inbox/use-email-list.ts'
import { currentUser } from '../session/session.ts'
import { queryClient } from './query-client.ts'

/** What is read page by page. */
const paged = new Map<Endpoint, (address: Address, userId: string) => unknown>([
  [contactApi.search, (address) => queryClient.prefetchInfiniteQuery(firstContacts(address))],
  [
    emailApi.list,
    (address, userId) => {
      // a message is opened beside it, as it is
      if (isShown(queryClient, emailApi.list)) return
      void queryClient.prefetchInfiniteQuery(firstEmails(queryOf(askedFilter(address) ?? leftFilter(userId))))
    },
  ],
])

/** What is read only once more code is there. */
const others: Partial<Record<ScreenName, (address: Address) => unknown>> = {
  dashboards: async (address) => {
    // other screens do without
    const { firstTiles } = await import('../features/overview/dashboards/DashboardsPage.tsx')
    for (const tile of firstTiles(address)) read(tile)
  },
}

/** Begins to read for a screen while its code is on its way, or is not asked for yet. */
export function readAhead(screen: ScreenName, address: Address): void {
  const user = currentUser()
  if (user && !user.secondFactorMissing && mayEnter(screens[screen], user)) {
    void others[screen]?.(address)
    for (const one of firstReads[screen]?.(address, user) ?? []) {
      const pages = paged.get(one.endpoint)
      if (pages) pages(address, user.id)
      else read(one)
    }
  }
  forgetBegun()
}

function read({ endpoint, input }: Read): void {
  if (!allows(endpoint.allow, new Set(currentUser()?.permissions))) return
  const query = apiQuery(endpoint, input)
  void queryClient.prefetchQuery({ ...query, meta: { ...query.meta, quiet: true } })
}
