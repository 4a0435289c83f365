import { contactApi } from '#contract/contacts/contacts'
import { encounterApi } from '#contract/contacts/encounters'
import type { Endpoint, InputOf } from '#contract/endpoint'
import { masterData, productApi } from '#contract/lists/master-data'
import { boardApi } from '#contract/orders/boards'
import { flameApi } from '#contract/orders/flames'
import { allows } from '#contract/permissions'
import { mayEnter, type ScreenName, screens } from '#contract/routes'
import { userApi } from '#contract/users/users'
import { apiQuery } from '../api/hooks.ts'
import { firstContacts } from '../features/contacts/list/contact-pages.ts'
import { boardQuestion, showsResting } from '../features/orders/flames/board-question.ts'
import { currentUser } from '../session/session.ts'
import { queryClient } from './query-client.ts'

/** Of its path, and what else the address says. */
type Params = Readonly<Record<string, string>>

/** What screens wait for before they show anything, and what they would be redrawn for when it came after them. */
const reads: Partial<Record<ScreenName, (params: Params) => void>> = {
  contacts: (params) => void queryClient.prefetchInfiniteQuery(firstContacts(params)),
  contact: ({ id = '' }) => {
    read(contactApi.get, { params: { id } })
    read(masterData.sectors.list, {})
    read(encounterApi.count, { params: { id } })
    read(encounterApi.months, { params: { id } })
  },
  flames: ({ board, future }) => {
    read(boardApi.listAll, {})
    const user = currentUser()
    if (board && user) read(flameApi.board, boardQuestion(board, showsResting(future, user)))
  },
  flame: ({ id = '' }) => {
    read(flameApi.get, { params: { id } })
    for (const list of dossierLists) read(list, {})
  },
  dashboards: async (params) => {
    // other screens do without
    const { firstTiles } = await import('../features/overview/dashboards/DashboardsPage.tsx')
    for (const { endpoint, input } of firstTiles(params)) read(endpoint, input)
  },
}

/** What a dossier selects from. */
const dossierLists = [
  productApi.list,
  masterData.warehouses.list,
  masterData.forwardingAgencies.list,
  masterData.deliveryConditions.list,
  masterData.paymentConditions.list,
  userApi.list,
]

/** Begins to read for a screen while its code is on its way, or is not asked for yet. */
export function readAhead(screen: ScreenName, params: Params): void {
  const user = currentUser()
  if (!user || user.secondFactorMissing || !mayEnter(screens[screen], user)) return
  reads[screen]?.(params)
}

function read<E extends Endpoint>(endpoint: E, input: InputOf<E>): void {
  if (!allows(endpoint.allow, new Set(currentUser()?.permissions))) return
  const query = apiQuery(endpoint, input)
  void queryClient.prefetchQuery({ ...query, meta: { ...query.meta, quiet: true } })
}
