import { useQueries } from '@tanstack/react-query'
import { type EncounterType, encounterApi } from '#contract/contacts/encounters'
import { limits } from '#contract/limits'
import { apiQuery, useApi } from '../../../api/hooks.ts'
import { type ChosenSpan, daysOf, type Span } from './months.ts'

export interface Filter {
  readonly text: string
  /** Null for the default span. */
  readonly span: ChosenSpan | null
  readonly types: readonly EncounterType[]
}
export const anything: Filter = { text: '', span: null, types: [] }

export const queryOf = ({ text, types }: Filter, span: Span | null) => ({
  ...(text ? { searchTerm: text } : {}),
  ...(span ? daysOf(span) : {}),
  ...(types.length > 0 ? { encounterType: [...types] } : {}),
})
export type TimelineQuery = ReturnType<typeof queryOf>

/** Searches encounters, loading the visible pages only; `at(index)` is undefined for entries not loaded yet. */
export function useTimeline(contactId: string, query: TimelineQuery, inSight: readonly number[], enabled: boolean) {
  const inputOf = (page: number) => ({ params: { id: contactId }, query: { ...query, page } })
  const first = useApi(encounterApi.search, inputOf(1), { enabled, quiet: true, keepPrevious: true })
  const further = inSight.filter((page) => page > 1)
  const others = useQueries({
    queries: further.map((page) => ({
      ...apiQuery(encounterApi.search, inputOf(page), { quiet: true }),
      enabled,
    })),
  })
  const pages = new Map(further.map((page, at) => [page, others[at]?.data?.encounters]))
  pages.set(1, first.data?.encounters)

  const { pageSize } = limits.encounter
  return {
    total: first.data?.total,
    at: (index: number) => pages.get(pageOf(index))?.[index % pageSize],
    isOld: first.isPlaceholderData,
    error: first.error ?? others.find(({ error }) => error)?.error,
    retry: () => void Promise.all([first, ...others].map((page) => page.refetch())),
  }
}

export const pageOf = (index: number) => Math.floor(index / limits.encounter.pageSize) + 1
