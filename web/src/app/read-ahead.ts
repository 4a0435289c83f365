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

/** What a screen asks for as it is drawn. An answer that comes before all of it is drawn has it begin anew. */
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

/** What a screen asks for by what a first answer says. */
const afterwards: Partial<Record<ScreenName, (address: Address) => Promise<readonly Read[]>>> = {
  ...ofContact(async ({ id = '' }) => {
    const contact = await queryClient.fetchQuery(apiQuery(contactApi.get, { params: { id } }, { quiet: true }))
    const ids = ownersOf(contact)
    return ids.length > 0 ? [read(contactApi.byIds, { body: { ids } })] : []
  }),
}

/** The page of a contact, also at one of its documents, comments or encounters. */
function ofContact<Reads>(reads: Reads) {
  return { contact: reads, contactAttachment: reads, contactComment: reads, contactEncounter: reads }
}

/** What is read otherwise than as one answer, or only once more code is there: other screens do without. */
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

/** Begins to read for a screen while its code is on its way, or is not asked for yet. */
export function readAhead(screen: ScreenName, address: Address): void {
  const user = currentUser()
  if (!user || user.secondFactorMissing || !mayEnter(screens[screen], user)) forgetBegun()
  else if (others[screen]) {
    // the screen itself says when its code cannot be fetched
    void Promise.resolve(others[screen](address)).then(forgetBegun, forgetBegun)
  } else {
    firstReads[screen]?.(address, user).forEach(prefetch)
    forgetBegun()
    besides[screen]?.(address).forEach(prefetch)
    // a screen says itself why it has nothing to show
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
