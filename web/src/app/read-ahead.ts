import { contactApi } from '#contract/contacts/contacts'
import { flameApi } from '#contract/orders/flames'
import { mayEnter, type ScreenName, screens } from '#contract/routes'
import { apiQuery } from '../api/hooks.ts'
import { firstContacts } from '../features/contacts/list/contact-pages.ts'
import { currentUser } from '../session/session.ts'
import { queryClient } from './query-client.ts'

type Params = Readonly<Record<string, string>>

/** What screens wait for before they show anything. */
const reads: Partial<Record<ScreenName, (params: Params) => Promise<unknown>>> = {
  contacts: () => queryClient.prefetchInfiniteQuery(firstContacts()),
  contact: ({ id = '' }) => queryClient.prefetchQuery(quietly(apiQuery(contactApi.get, { params: { id } }))),
  flame: ({ id = '' }) => queryClient.prefetchQuery(quietly(apiQuery(flameApi.get, { params: { id } }))),
}

/** Begins to read for a screen while its code is on its way, or is not asked for yet. */
export function readAhead(screen: ScreenName, params: Params): void {
  const user = currentUser()
  if (!user || user.secondFactorMissing || !mayEnter(screens[screen], user)) return
  void reads[screen]?.(params)
}

const quietly = <Asked extends { meta: object }>(query: Asked) => ({ ...query, meta: { ...query.meta, quiet: true } })
