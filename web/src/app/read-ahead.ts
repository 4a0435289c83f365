import { contactApi } from '#contract/contacts/contacts'
import { contactDocumentApi } from '#contract/contacts/documents'
import { contactRelationApi } from '#contract/contacts/relations'
import { type Address, firstReads, type Read, read } from '#contract/first-reads'
import { lockedPickupDateApi } from '#contract/lists/master-data'
import { boardApi } from '#contract/orders/boards'
import { flameApi } from '#contract/orders/flames'
import { allows } from '#contract/permissions'
import { mayEnter, type ScreenName, screens } from '#contract/routes'
import { commentApi } from '#contract/together/comments'
import { forgetBegun } from '../api/client.ts'
import { apiQuery } from '../api/hooks.ts'
import { firstContacts } from '../features/contacts/list/contact-pages.ts'
import { ownersOf } from '../features/contacts/parts/owners-of.ts'
import { currentUser } from '../session/session.ts'
import { queryClient } from './query-client.ts'

/** Reads that a screen starts while drawing. They start earlier, because an answer during drawing restarts it. */
const besides: Partial<Record<ScreenName, (address: Address) => readonly Read[]>> = {
  ...ofContact(({ id = '' }) => [
    read(contactApi.origin, { params: { id } }),
    read(contactDocumentApi.count, { params: { id } }),
    read(commentApi.count, { params: { id } }),
    read(contactRelationApi.count, { params: { id } }),
    read(flameApi.countByContact, { query: { contactRef: id } }),
  ]),
  flame: ({ id = '' }) => [
    read(flameApi.origin, { params: { id } }),
    read(lockedPickupDateApi.list, {}),
    read(boardApi.listFlameBoards, { query: {} }),
  ],
}

/** Reads that depend on a first answer. */
const afterwards: Partial<Record<ScreenName, (address: Address) => Promise<readonly Read[]>>> = {
  ...ofContact(async ({ id = '' }) => {
    const contact = await queryClient.fetchQuery(apiQuery(contactApi.get, { params: { id } }, { quiet: true }))
    const ids = ownersOf(contact)
    return ids.length > 0 ? [read(contactApi.byIds, { body: { ids } })] : []
  }),
}

/** Returns an entry for each screen of a contact: the page, and its documents, comments and encounters. */
function ofContact<Reads>(reads: Reads) {
  return { contact: reads, contactAttachment: reads, contactComment: reads, contactEncounter: reads }
}

/** Screens whose first reads are paged or need further code. */
const others: Partial<Record<ScreenName, (address: Address) => unknown>> = {
  contacts: (address) => queryClient.prefetchInfiniteQuery(firstContacts(address)),
  dashboards: async (address) => {
    const { firstTiles } = await import('../features/overview/dashboards/DashboardsPage.tsx')
    for (const tile of firstTiles(address)) prefetch(tile)
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

/** Starts the reads of a screen while its code is loading or not requested yet. */
export function readAhead(screen: ScreenName, address: Address): void {
  const user = currentUser()
  if (!user || user.secondFactorMissing || !mayEnter(screens[screen], user)) forgetBegun()
  else if (others[screen]) {
    // the screen itself reports a failure to load its code
    void Promise.resolve(others[screen](address)).then(forgetBegun, forgetBegun)
  } else {
    firstReads[screen]?.(address, user).forEach(prefetch)
    forgetBegun()
    besides[screen]?.(address).forEach(prefetch)
    // the screen itself reports failed reads
    afterwards[screen]?.(address).then(
      (reads) => reads.forEach(prefetch),
      () => undefined,
    )
  }
}

function prefetch({ endpoint, input }: Read): void {
  if (!allows(endpoint.allow, new Set(currentUser()?.permissions))) return
  void queryClient.prefetchQuery(apiQuery(endpoint, input, { quiet: true }))
}
