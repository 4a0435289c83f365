import type { Mutation, Query, QueryClient } from '@tanstack/react-query'
import type { ErrorCode } from '#contract/errors'
import { concerns, type Subject, shownSubjects } from '#contract/live'

/** Reads that screens change before the server answers, by the first part of their keys. */
export const changedAhead = new Set<string>()

/** Time at which a screen put known data into a cached answer. A read that began before may end after it. */
export const knownAt = new WeakMap<Query, number>()

/** Call of this tab that the server answered or refused. */
export interface Called {
  readonly input: object
  /** The screen showed the change before the answer. */
  readonly ahead: boolean
  /** The record that the call names was removed or moved. */
  readonly ends: boolean
}

/**
 * Handles changes of others: repeats the visible reads that show them; cached, invisible reads are repeated when they
 * become visible. A running read is not restarted but repeated once at its end: otherwise frequent changes would keep a
 * slow read from ever finishing.
 */
export async function refreshTold(client: QueryClient, told: readonly Subject[]): Promise<void> {
  const predicate = showing(told)
  const coming = client.getQueryCache().findAll({ fetchStatus: 'fetching', predicate })
  for (const query of coming) askOnceMore(client, query)
  await refreshNow(client, (query) => !coming.includes(query) && predicate(query))
}

const toAskOnceMore = new WeakSet<Query>()

function askOnceMore(client: QueryClient, query: Query): void {
  if (toAskOnceMore.has(query)) return
  toAskOnceMore.add(query)
  const cache = client.getQueryCache()
  const unsubscribe = cache.subscribe(() => {
    if (query.state.fetchStatus === 'fetching' && cache.get(query.queryHash) === query) return
    unsubscribe()
    toAskOnceMore.delete(query)
    void refreshNow(client, (one) => one === query)
  })
}

/**
 * Handles changes of this tab, except data that the screen took from the answer. Resolves when the repeated reads are
 * answered, so that a form closes over a screen that shows the saved state. Reads of a removed record are only marked
 * as stale, because its screen is about to close.
 */
export async function refreshOwn(
  client: QueryClient,
  told: readonly Subject[],
  { input, ahead, ends }: Called,
  since: number,
): Promise<void> {
  const showsTold = showing(told)
  const isOld = (query: Query) => (knownAt.get(query) ?? 0) < since && showsTold(query)
  if (ahead) return afterChanges(client, () => refreshNow(client, isOld))
  const ended = ends ? endedIn(input) : []
  const isOfEnded = ({ queryKey }: Query) => ended.some((id) => JSON.stringify(queryKey).includes(id))
  await refreshNow(client, (query) => isOld(query) && !isOfEnded(query))
  await client.invalidateQueries({ predicate: (query) => isOld(query) && isOfEnded(query), refetchType: 'none' })
}

/**
 * Handles a refusal because somebody else was first: repeats the reads that contain the records of the call, except
 * reads of a record that is gone. After a change shown before its answer, every failure is handled like this.
 */
export function refreshRefused(client: QueryClient, code: ErrorCode | undefined, { input, ahead }: Called): void {
  if (!ahead && !(code && overtaken.includes(code))) return
  const named = idsIn(input)
  const holds = (value: unknown) => named.some((id) => JSON.stringify(value)?.includes(id))
  const isGone = ({ queryKey }: Query) => code === 'NOT_FOUND' && holds(queryKey)
  const isOld = (query: Query) => !isGone(query) && (holds(query.queryKey) || holds(query.state.data))
  afterChanges(client, () => refreshNow(client, isOld))
}
const overtaken: readonly ErrorCode[] = [
  'NOT_FOUND',
  'MOVED_ELSEWHERE',
  'MERGED_MEANWHILE',
  'IN_BIN',
  'NOT_IN_BIN',
  'ARCHIVED',
  'STALE_VERSION',
]

/** Repeats all reads: something may have been missed, or a person asks for the latest state. */
export const refreshAll = (client: QueryClient): Promise<void> => refreshNow(client, () => true)

/** Repeats stale reads. Those that show pending changes wait until the server has answered these. */
async function refreshNow(client: QueryClient, isOld: (query: Query) => boolean): Promise<void> {
  const waits = (query: Query) => !isQuiet(client) && changedAhead.has(String(query.queryKey[0]))
  const waiting = client.getQueryCache().findAll({ predicate: (query) => waits(query) && isOld(query) })
  if (waiting.length > 0) {
    afterChanges(client, () => client.invalidateQueries({ predicate: (query) => waiting.includes(query) }))
  }
  await client.invalidateQueries({ predicate: (query) => !waiting.includes(query) && isOld(query) })
}

const isQuiet = (client: QueryClient) =>
  client.isMutating({ predicate: ({ meta }: Mutation) => meta?.ahead === true }) === 0

function afterChanges(client: QueryClient, then: () => unknown): void {
  let isWaiting = true
  // in a series of changes the next one begins right after the one before
  const look = () =>
    soon(() => {
      if (!isWaiting || !isQuiet(client)) return
      isWaiting = false
      unsubscribe()
      then()
    })
  const unsubscribe = client.getMutationCache().subscribe(() => isQuiet(client) && look())
  if (isQuiet(client)) look()
}

/** Runs after the callbacks of those who wait for the answer. */
const soon = (then: () => unknown) => void setTimeout(then)

const showing = (told: readonly Subject[]) => (query: Query) =>
  subjectsOf(query).some((shown) => told.some((changed) => concerns(shown, changed)))

function subjectsOf({ meta, queryKey }: Query): Subject[] {
  const { params = {}, query = {} } = (queryKey[1] ?? {}) as { params?: object; query?: object }
  return meta?.shows ? shownSubjects(meta.shows, { ...query, ...params }) : []
}

/**
 * Returns the ids that a call ends: the last path parameter, e.g. the address in `/contacts/:id/addresses/:addressId`,
 * or without parameters (as in a merge) all ids of its input.
 */
function endedIn(input: object): string[] {
  const { params = {}, ...rest } = input as { params?: Record<string, string> }
  const last = Object.values(params).at(-1)
  return last === undefined ? idsIn(rest) : [last]
}

const idsIn = (input: object): string[] => JSON.stringify(input).match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g) ?? []
