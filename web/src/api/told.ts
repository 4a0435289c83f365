import type { Query, QueryClient } from '@tanstack/react-query'
import type { Shows } from '#contract/endpoint'
import { concerns, type Subject, shownSubjects } from '#contract/live'

/** Asks again for whatever on the screen shows one of these subjects; what is kept but not shown is asked when it is. */
export async function refreshTold(client: QueryClient, told: readonly Subject[]): Promise<void> {
  if (told.length === 0) return
  const isOld = (query: Query) => subjectsOf(query).some((shown) => told.some((changed) => concerns(shown, changed)))
  await client.invalidateQueries({ predicate: isOld })
}

function subjectsOf({ meta, queryKey }: Query): Subject[] {
  const { params = {}, query = {} } = (queryKey[1] ?? {}) as { params?: object; query?: object }
  return meta?.shows ? shownSubjects(meta.shows as Shows, { ...query, ...params }) : []
}
