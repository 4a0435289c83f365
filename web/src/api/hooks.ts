import {
  type InfiniteData,
  keepPreviousData,
  type Query,
  type QueryClient,
  type QueryFilters,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf, Endpoint, InputOf, Shows } from '#contract/endpoint'
import type { ErrorCode } from '#contract/errors'
import { type ApiError, call } from './client.ts'
import { changedAhead, knownAt } from './told.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
    queryMeta: Quiet
    mutationMeta: Quiet
  }
}

/**
 * Metadata of reads and changes. With `quiet` the screen shows all errors, or those with the named codes, itself;
 * otherwise they appear in the snackbar.
 */
interface Quiet extends Record<string, unknown> {
  quiet?: boolean | readonly ErrorCode[]
  /** Subjects that the answer is made of. */
  shows?: Shows
  /** The screen shows the change before the answer. */
  ahead?: boolean
  /** Call that a change makes. */
  call?: string
}

const keyOf = (endpoint: Endpoint) => [`${endpoint.method} ${endpoint.path}`]

/** Returns the query of `useApi`, for loaders and prefetching. */
export const apiQuery = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { quiet = false }: Pick<ReadOptions<never>, 'quiet'> = {},
) => ({
  queryKey: [...keyOf(endpoint), input],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, input, { signal }),
  meta: { quiet, shows: endpoint.shows },
})

interface ReadOptions<Answer> {
  /** A function is evaluated each time that the answer may be stale. */
  enabled?: boolean | ((read: { state: { data?: unknown } }) => boolean)
  quiet?: Quiet['quiet']
  /** Shows the last answer while one for changed input is loading. */
  keepPrevious?: boolean
  /** Milliseconds between reads, for data that changes by time and is not announced. */
  every?: number | ((answer: Answer) => number | false)
}

/** Milliseconds until a read is repeated that the server did not answer. */
const awayMs = 3000

/** Shape 4, reading: `const contact = useApi(contactApi.get, { params: { id } })`. */
export function useApi<E extends Endpoint, Part = AnswerOf<E>>(
  endpoint: E,
  input: InputOf<E>,
  options: ReadOptions<AnswerOf<E>> & { select?: (answer: AnswerOf<E>) => Part } = {},
) {
  const { enabled, quiet, keepPrevious = false, every, select } = options
  return useQuery({
    ...apiQuery(endpoint, input, { quiet }),
    enabled,
    select,
    refetchInterval({ state: { error, data } }) {
      // an unreachable server does not announce anything either
      if (error?.isSilent) return awayMs
      return typeof every === 'function' ? data !== undefined && every(data) : every
    },
    placeholderData: keepPrevious ? keepPreviousData : undefined,
  })
}

/** Returns the number of entries on all pages; read only where the list shows that there are more. */
export function useCount<E extends Endpoint>(endpoint: E, input: InputOf<E>, enabled: boolean): number | undefined {
  const { data } = useApi(endpoint, input, { quiet: true, keepPrevious: true, enabled })
  return enabled ? (data as { count: number } | undefined)?.count : undefined
}

/**
 * Shape 4, reading page by page: `inputOf` returns the input for a mark; `next` returns the mark of the following page,
 * or undefined after the last. `fetchNextPage()` reads the next page.
 */
export function useApiPages<E extends Endpoint, Mark extends string | number>(
  endpoint: E,
  inputOf: (mark: Mark | undefined) => InputOf<E>,
  next: (page: AnswerOf<E>, pages: AnswerOf<E>[]) => Mark | undefined,
) {
  return useInfiniteQuery({ ...pagesQuery(endpoint, inputOf, next), placeholderData: keepPreviousData })
}

/** Returns the query of `useApiPages`, for loaders and prefetching. */
export const pagesQuery = <E extends Endpoint, Mark extends string | number>(
  endpoint: E,
  inputOf: (mark: Mark | undefined) => InputOf<E>,
  next: (page: AnswerOf<E>, pages: AnswerOf<E>[]) => Mark | undefined,
) => ({
  queryKey: [...keyOf(endpoint), inputOf(undefined), 'pages'],
  queryFn: ({ pageParam, signal }: { pageParam?: unknown; signal: AbortSignal }) =>
    call(endpoint, inputOf(pageParam as Mark | undefined), { signal }),
  initialPageParam: undefined,
  getNextPageParam: next,
  meta: { quiet: true, shows: endpoint.shows },
})

/** Reads all pages anew, e.g. for a file of the whole list. */
export async function allPages<E extends Endpoint, Mark extends string | number>(
  endpoint: E,
  inputOf: (mark: Mark | undefined) => InputOf<E>,
  next: (page: AnswerOf<E>, pages: AnswerOf<E>[]) => Mark | undefined,
): Promise<AnswerOf<E>[]> {
  const pages: AnswerOf<E>[] = []
  let mark: Mark | undefined
  do {
    const page = await call(endpoint, inputOf(mark))
    pages.push(page)
    mark = next(page, pages)
  } while (mark !== undefined)
  return pages
}

interface ChangeOptions<E extends Endpoint> {
  quiet?: Quiet['quiet']
  /** Each change waits for the answer to the one before, so that the last one wins. */
  oneByOne?: boolean
  /** The screen already shows the change, so it does not wait until stale reads are repeated. */
  ahead?: boolean
  /** Runs with the answer, before stale reads are repeated. */
  onAnswer?: (answer: AnswerOf<E>, input: InputOf<E>) => unknown
  onSuccess?: (answer: AnswerOf<E>, input: InputOf<E>) => void
}

/**
 * Shape 4, changing: `const save = useApiMutation(contactApi.update)`. Succeeds once the reads that the change made
 * stale have been repeated (told.ts).
 */
export function useApiMutation<E extends Endpoint>(endpoint: E, options: ChangeOptions<E> = {}) {
  const { quiet = false, oneByOne = false, ahead = false, onAnswer, onSuccess } = options
  const changing = useMutation({
    mutationFn: (input: InputOf<E>) =>
      call(endpoint, input, { ahead, onAnswer: (answer) => onAnswer?.(answer, input) }),
    meta: { quiet, ahead, call: keyOf(endpoint).join() },
    ...(oneByOne ? { scope: { id: keyOf(endpoint).join() } } : {}),
    onSuccess,
  })
  type Run = (input: InputOf<E>, ...options: unknown[]) => Promise<AnswerOf<E>>
  const once = useOnce(changing.mutateAsync as Run, oneByOne)
  return {
    ...changing,
    mutateAsync: once as typeof changing.mutateAsync,
    // the error has already been reported
    mutate: ((...[input, ...options]: Parameters<Run>) =>
      void once(input, ...options).catch(() => undefined)) as typeof changing.mutate,
  }
}

/**
 * Runs an action once for a double click: a button shows that it is busy only after the next render. Queued changes
 * (`isEachMeant`) run each time, and so do uploads, because files cannot be compared by value.
 */
function useOnce<Input, Answer>(
  run: (input: Input, ...options: unknown[]) => Promise<Answer>,
  isEachMeant: boolean,
): typeof run {
  const [underWay] = useState(() => new Map<string, Promise<Answer>>())
  return (input, ...options) => {
    if (isEachMeant || (input instanceof Object && ('file' in input || 'files' in input))) return run(input, ...options)
    const key = JSON.stringify(input) ?? ''
    const before = underWay.get(key)
    if (before) return before
    const running = run(input, ...options)
    const end = () => void underWay.delete(key)
    underWay.set(key, running)
    running.then(end, end)
    return running
  }
}

/**
 * Makes a change and then runs `say`, even if its part of the screen is gone by then: a row that the change removed, or
 * a notice with undo that outlives its screen. Not for navigation.
 */
export function changeThen<Input, Answer>(
  { mutateAsync }: { mutateAsync: (input: Input) => Promise<Answer> },
  input: Input,
  say: (answer: Answer) => void,
): void {
  // the error has already been reported
  mutateAsync(input).then(say, () => undefined)
}

/** Stores the answer of a change as that of a read. */
export function remember<E extends Endpoint>(
  client: QueryClient,
  endpoint: E,
  input: InputOf<E>,
  answer: AnswerOf<E>,
): void {
  const { queryKey } = apiQuery(endpoint, input)
  client.setQueryData(queryKey, answer as never)
  noteKnown(client, { queryKey, exact: true })
}

/** Notes the time: a read that is still running may return the former state, and is repeated. */
function noteKnown(client: QueryClient, filters: QueryFilters): void {
  for (const query of client.getQueryCache().findAll({ ...filters, fetchStatus: 'idle' }))
    knownAt.set(query, Date.now())
}

/** Returns the cached answer of a read, which a screen may not have drawn yet. */
export const kept = <E extends Endpoint>(
  client: QueryClient,
  endpoint: E,
  input: InputOf<E>,
): AnswerOf<E> | undefined => client.getQueryData<AnswerOf<E>>(apiQuery(endpoint, input).queryKey)

/** Returns whether a visible part of the screen uses a read, whatever its input. */
export const isShown = (client: QueryClient, endpoint: Endpoint): boolean =>
  client.getQueryCache().findAll({ queryKey: keyOf(endpoint), type: 'active' }).length > 0

/** Changes the cached answers of a read, whatever their input, before the server answers. */
export function amend<E extends Endpoint>(
  client: QueryClient,
  endpoint: E,
  change: (answer: AnswerOf<E>) => AnswerOf<E>,
): void {
  const queryKey = keyOf(endpoint)
  changedAhead.add(queryKey.join())
  // a running read does not contain the change yet
  void client.cancelQueries({ queryKey })
  client.setQueriesData<AnswerOf<E>>({ queryKey }, (answer) => answer && change(answer))
  noteKnown(client, { queryKey })
}

/** Does the same for paged reads, with their input; undefined where only the server knows the result. */
export function amendPages<E extends Endpoint>(
  client: QueryClient,
  endpoint: E,
  change: (pages: AnswerOf<E>[], input: InputOf<E>) => AnswerOf<E>[] | undefined,
): void {
  changedAhead.add(keyOf(endpoint).join())
  const filters = { queryKey: keyOf(endpoint), predicate: ({ queryKey }: Query) => queryKey[2] === 'pages' }
  for (const [queryKey, kept] of client.getQueriesData<InfiniteData<AnswerOf<E>>>(filters)) {
    if (!kept) continue
    const pages = change(kept.pages, queryKey[1] as InputOf<E>)
    if (!pages) continue
    client.setQueryData(queryKey, { pages, pageParams: pages.map((_, at) => kept.pageParams[at] ?? null) })
    noteKnown(client, { queryKey, exact: true })
  }
}

/** Returns all cached answers of a read. */
export const keptAnswers = <E extends Endpoint>(client: QueryClient, endpoint: E): AnswerOf<E>[] =>
  client.getQueriesData<AnswerOf<E>>({ queryKey: keyOf(endpoint) }).flatMap(([, answer]) => (answer ? [answer] : []))
