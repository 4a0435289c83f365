import type { Query, QueryClient } from '@tanstack/react-query'
import { concerns, type Subject, shownSubjects } from '#contract/live'

/** Reads that a screen changes ahead of the server's answer, by the first part of their keys. */
export const changedAhead = new Set<string>()

/** What others changed: asks again for whatever on the screen shows it; what is kept but not shown is asked when it is. */
export async function refreshTold(client: QueryClient, told: readonly Subject[]): Promise<void> {
  const isOld = showing(told)
  await client.invalidateQueries({ predicate: (query) => !isAhead(query) && isOld(query) })
  // what shows changes that are on their way is asked once they are answered: the server knows nothing of them yet
  afterChanges(client, () => client.invalidateQueries({ predicate: (query) => isAhead(query) && isOld(query) }))
}

/**
 * What this tab changed itself: once its screen has taken in the answer, so that what was removed is asked for no more,
 * whatever was not asked again since.
 */
export function refreshOwn(client: QueryClient, told: readonly Subject[]): void {
  const isOld = showing(told)
  const since = Date.now()
  const predicate = (query: Query) => query.state.dataUpdatedAt < since && isOld(query)
  afterChanges(client, () => client.invalidateQueries({ predicate }, { cancelRefetch: false }))
}

function afterChanges(client: QueryClient, then: () => unknown): void {
  const isQuiet = () => client.isMutating() === 0
  // the next change of a row of them begins right after the one before
  const soon = () => setTimeout(() => isQuiet() && stop() && then())
  let isWaiting = true
  const unsubscribe = client.getMutationCache().subscribe(() => isQuiet() && soon())
  function stop(): boolean {
    const first = isWaiting
    isWaiting = false
    unsubscribe()
    return first
  }
  if (isQuiet()) soon()
}

const showing = (told: readonly Subject[]) => (query: Query) =>
  subjectsOf(query).some((shown) => told.some((changed) => concerns(shown, changed)))

const isAhead = ({ queryKey }: Query) => changedAhead.has(String(queryKey[0]))

function subjectsOf({ meta, queryKey }: Query): Subject[] {
  const { params = {}, query = {} } = (queryKey[1] ?? {}) as { params?: object; query?: object }
  return meta?.shows ? shownSubjects(meta.shows, { ...query, ...params }) : []
}
