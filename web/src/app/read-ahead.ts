import { type Address, firstReads, type Read } from '#contract/first-reads'
import { allows } from '#contract/permissions'
import { mayEnter, type ScreenName, screens } from '#contract/routes'
import { forgetBegun } from '../api/client.ts'
import { apiQuery } from '../api/hooks.ts'
import { firstContacts } from '../features/contacts/list/contact-pages.ts'
import { currentUser } from '../session/session.ts'
import { queryClient } from './query-client.ts'

/** What is read otherwise than as one answer, or only once more code is there: other screens do without. */
const others: Partial<Record<ScreenName, (address: Address) => unknown>> = {
  contacts: (address) => queryClient.prefetchInfiniteQuery(firstContacts(address)),
  dashboards: async (address) => {
    const { firstTiles } = await import('../features/overview/dashboards/DashboardsPage.tsx')
    for (const tile of firstTiles(address)) read(tile)
  },
  emails: mails,
  email: mails,
  emailOfOwner: mails,
  emailComment: mails,
}

async function mails(address: Address) {
  const { readMails } = await import('../features/mail/inbox/EmailsPage.tsx')
  readMails(queryClient, address)
}

/** Begins to read for a screen while its code is on its way, or is not asked for yet. */
export function readAhead(screen: ScreenName, address: Address): void {
  const user = currentUser()
  if (!user || user.secondFactorMissing || !mayEnter(screens[screen], user)) forgetBegun()
  else if (others[screen]) {
    // the screen itself says when its code cannot be fetched
    void Promise.resolve(others[screen](address)).then(forgetBegun, forgetBegun)
  } else {
    firstReads[screen]?.(address, user).forEach(read)
    forgetBegun()
  }
}

function read({ endpoint, input }: Read): void {
  if (!allows(endpoint.allow, new Set(currentUser()?.permissions))) return
  const query = apiQuery(endpoint, input)
  void queryClient.prefetchQuery({ ...query, meta: { ...query.meta, quiet: true } })
}
