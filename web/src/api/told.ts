import type { Query, QueryClient } from '@tanstack/react-query'
import { concerns, type Subject, shownSubjects } from '#contract/live'

/** Reads that a screen changes ahead of the server's answer, by the first part of their keys. */
export const changedAhead = new Set<string>()

/** Asks again for whatever on the screen shows one of these subjects; what is kept but not shown is asked when it is. */
export async function refreshTold(client: QueryClient, told: readonly Subject[]): Promise<void> {
  if (told.length === 0) return
  const isOld = (query: Query) => subjectsOf(query).some((shown) => told.some((changed) => concerns(shown, changed)))
  await Promise.all([
    client.invalidateQueries({ predicate: (query) => !isAhead(query) && isOld(query) }),
    refreshAhead(client, isOld),
  ])
}

/** What shows changes that are on their way is asked once they are answered: the server knows nothing of them yet. */
async function refreshAhead(client: QueryClient, isOld: (query: Query) => boolean): Promise<void> {
  const predicate = (query: Query) => isAhead(query) && isOld(query)
  if (client.isMutating() === 0) return client.invalidateQueries({ predicate })
  await client.invalidateQueries({ predicate, refetchType: 'none' })
  const stop = client.getMutationCache().subscribe(() => {
    // the next change of a row of them begins right after the one before
    setTimeout(() => {
      if (client.isMutating() > 0) return
      stop()
      void client.invalidateQueries({ predicate: (query) => predicate(query) && query.state.isInvalidated })
    })
  })
}

const isAhead = ({ queryKey }: Query) => changedAhead.has(String(queryKey[0]))

function subjectsOf({ meta, queryKey }: Query): Subject[] {
  const { params = {}, query = {} } = (queryKey[1] ?? {}) as { params?: object; query?: object }
  return meta?.shows ? shownSubjects(meta.shows, { ...query, ...params }) : []
}
