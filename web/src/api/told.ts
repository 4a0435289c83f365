import type { Query, QueryClient } from '@tanstack/react-query'
import { concerns, type Subject, shownSubjects } from '#contract/live'

/** This tab among all that are open: what it changed itself it knows from the answer. */
export const tab = crypto.randomUUID().slice(0, 13)

/** Asks again for whatever on the screen shows one of these subjects; what is kept but not shown is asked when it is. */
export async function refreshTold(client: QueryClient, told: readonly Subject[]): Promise<void> {
  if (told.length === 0) return
  const isOld = (query: Query) => subjectsOf(query).some((shown) => told.some((changed) => concerns(shown, changed)))
  await client.invalidateQueries({ predicate: isOld })
}

function subjectsOf({ meta, queryKey }: Query): Subject[] {
  const { params = {}, query = {} } = (queryKey[1] ?? {}) as { params?: object; query?: object }
  return meta?.shows ? shownSubjects(meta.shows, { ...query, ...params }) : []
}
