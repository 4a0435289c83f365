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

/** With `quiet` the screen shows the error itself, or those with the named codes; otherwise it appears in the snackbar. */
interface Quiet extends Record<string, unknown> {
  quiet?: boolean | readonly ErrorCode[]
  /** What the answer is made of. */
  shows?: Shows
  /** The screen shows the change ahead of the answer. */
  ahead?: boolean
  /** Which call a change makes. */
  call?: string
}

const keyOf = (endpoint: Endpoint) => [`${endpoint.method} ${endpoint.path}`]

/** What `useApi` asks for, for loaders and prefetching. */
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
  /** A function is asked each time that the answer may have become old. */
  enabled?: boolean | ((read: { state: { data?: unknown } }) => boolean)
  quiet?: Quiet['quiet']
  /** Keep showing the last answer while a changed question is on its way. */
  keepPrevious?: boolean
  /** Ask again after so many milliseconds: for what changes by the clock, which nobody tells. */
  every?: number | ((answer: Answer) => number | false)
}

/** So long after a read that nobody answered it is asked again. */
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
      // a server that is away tells nothing either
      if (error?.isSilent) return awayMs
      return typeof every === 'function' ? data !== undefined && every(data) : every
    },
    placeholderData: keepPrevious ? keepPreviousData : undefined,
  })
}

/** How many a list has on all pages, asked for beside the list where it shows that there are more. */
export function useCount<E extends Endpoint>(endpoint: E, input: InputOf<E>, enabled: boolean): number | undefined {
  const { data } = useApi(endpoint, input, { quiet: true, keepPrevious: true, enabled })
  return enabled ? (data as { count: number } | undefined)?.count : undefined
}

/**
 * Shape 4, reading page by page: `inputOf` makes the question for a mark, `next` finds the mark of the following page in
 * an answer, or undefined when it was the last. `fetchNextPage()` asks for more.
 */
export function useApiPages<E extends Endpoint, Mark extends string | number>(
  endpoint: E,
  inputOf: (mark: Mark | undefined) => InputOf<E>,
  next: (page: AnswerOf<E>, pages: AnswerOf<E>[]) => Mark | undefined,
) {
  return useInfiniteQuery({ ...pagesQuery(endpoint, inputOf, next), placeholderData: keepPreviousData })
}

/** What `useApiPages` asks for, for loaders and prefetching. */
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

/** All pages of such a read, asked for again; for a file of the whole. */
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
  /** The next change waits for the answer to the one before, so that the last that was asked for is what stays. */
  oneByOne?: boolean
  /** The screen shows the change already: nothing waits for what becomes old by it. */
  ahead?: boolean
  /** What the screen takes from the answer itself, before whatever else became old is asked again. */
  onAnswer?: (answer: AnswerOf<E>, input: InputOf<E>) => unknown
  onSuccess?: (answer: AnswerOf<E>, input: InputOf<E>) => void
}

/**
 * Shape 4, changing: `const save = useApiMutation(contactApi.update)`. It succeeds once what the change made old has been
 * asked again (told.ts).
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
    // what was refused has been reported
    mutate: ((...[input, ...options]: Parameters<Run>) =>
      void once(input, ...options).catch(() => undefined)) as typeof changing.mutate,
  }
}

/**
 * A button that is pressed twice does its work once: it says that it is at work only when it is drawn again. What stands in
 * line is meant each time, and files are told apart by nothing but themselves.
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
 * Changes, and then says so, also where the part of the screen that began it is gone by then: a row that the change took from its
 * list, or a notice that offers a way back and outlives its screen. Whoever is to go somewhere else is not asked by this.
 */
export function changeThen<Input, Answer>(
  { mutateAsync }: { mutateAsync: (input: Input) => Promise<Answer> },
  input: Input,
  say: (answer: Answer) => void,
): void {
  // what was refused has been reported
  mutateAsync(input).then(say, () => undefined)
}

/** Puts an answer that a change brought in the place of a read. */
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

/** A read that is on its way may say what was before, and is asked again. */
function noteKnown(client: QueryClient, filters: QueryFilters): void {
  for (const query of client.getQueryCache().findAll({ ...filters, fetchStatus: 'idle' }))
    knownAt.set(query, Date.now())
}

/** What is kept of a read at this moment, which a screen may not have drawn yet. */
export const kept = <E extends Endpoint>(
  client: QueryClient,
  endpoint: E,
  input: InputOf<E>,
): AnswerOf<E> | undefined => client.getQueryData<AnswerOf<E>>(apiQuery(endpoint, input).queryKey)

/** Whether something on the screen shows answers of a read, whatever it was asked with. */
export const isShown = (client: QueryClient, endpoint: Endpoint): boolean =>
  client.getQueryCache().findAll({ queryKey: keyOf(endpoint), type: 'active' }).length > 0

/** Changes what is kept of a read, whatever it was asked with, ahead of the server's answer. */
export function amend<E extends Endpoint>(
  client: QueryClient,
  endpoint: E,
  change: (answer: AnswerOf<E>) => AnswerOf<E>,
): void {
  const queryKey = keyOf(endpoint)
  changedAhead.add(queryKey.join())
  // an answer that is on its way knows nothing of the change yet
  void client.cancelQueries({ queryKey })
  client.setQueriesData<AnswerOf<E>>({ queryKey }, (answer) => answer && change(answer))
  noteKnown(client, { queryKey })
}

/** The same for what is read page by page, with what it was asked with; undefined where only the server knows what changes. */
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

/** Everything that is kept of a read. */
export const keptAnswers = <E extends Endpoint>(client: QueryClient, endpoint: E): AnswerOf<E>[] =>
  client.getQueriesData<AnswerOf<E>>({ queryKey: keyOf(endpoint) }).flatMap(([, answer]) => (answer ? [answer] : []))
