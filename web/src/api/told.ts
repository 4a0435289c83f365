import type { Mutation, Query, QueryClient } from '@tanstack/react-query'
import type { ErrorCode } from '#contract/errors'
import { concerns, type Subject, shownSubjects } from '#contract/live'

/** Reads that a screen changes ahead of the server's answer, by the first part of their keys. */
export const changedAhead = new Set<string>()

/** When the screen put into a kept answer what it knows itself. A read that began before a change may end after it. */
export const knownAt = new WeakMap<Query, number>()

/** A call of this tab that the server answered, or refused. */
export interface Called {
  readonly input: object
  /** The screen showed the change ahead of the answer. */
  readonly ahead: boolean
  /** What it names is not there any more, or elsewhere. */
  readonly ends: boolean
}

/**
 * What others changed: asks again for whatever on the screen shows it; what is kept but not shown is asked when it is. A read
 * that is on its way may come, and is asked once more then: one that takes long would be begun anew by each change, and holds
 * up no other one.
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
 * What this tab changed itself, but for what the screen has taken from the answer. Settles when the answers are there, so that a form closes over
 * a screen that shows what it saved. A screen of what is gone is left first, or asks then.
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
 * Somebody else was first: asks again for whatever holds what the refused call names. What is gone itself is not asked
 * for. After a change that showed ahead of its answer the same goes for every failure.
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

/** Something may have been missed, or somebody asks for the newest. */
export const refreshAll = (client: QueryClient): Promise<void> => refreshNow(client, () => true)

/** What shows changes that are on their way is asked once they are answered: the server knows nothing of them yet. */
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
  // the next change of a row of them begins right after the one before
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

/** After those who wait for the answer have done what they do with it. */
const soon = (then: () => unknown) => void setTimeout(then)

const showing = (told: readonly Subject[]) => (query: Query) =>
  subjectsOf(query).some((shown) => told.some((changed) => concerns(shown, changed)))

function subjectsOf({ meta, queryKey }: Query): Subject[] {
  const { params = {}, query = {} } = (queryKey[1] ?? {}) as { params?: object; query?: object }
  return meta?.shows ? shownSubjects(meta.shows, { ...query, ...params }) : []
}

/** Of `/contacts/:id/addresses/:addressId` the address ends, and of a merge whatever its body names. */
function endedIn(input: object): string[] {
  const { params = {}, ...rest } = input as { params?: Record<string, string> }
  const last = Object.values(params).at(-1)
  return last === undefined ? idsIn(rest) : [last]
}

const idsIn = (input: object): string[] => JSON.stringify(input).match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g) ?? []
