import { useState } from 'react'
import type { Sorting } from '../../ui/DataTable/use-table-model.ts'

/** What is asked for in a list of cards: its order, at first by `sort`, and what stands in its search field. */
export function useAsked<Sort extends string>(sort: Sort, sortOf: Readonly<Record<string, Sort>>) {
  // Dates that come first, all else the latest first.
  const first = { sort, descending: sort === 'UPDATED' }
  const [order, setOrder] = useState(first)
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  return {
    typed,
    setTyped,
    text,
    bodyOf: (page: number | undefined) => ({ ...order, ...(text ? { text } : {}), page }),
    sortBy: ([by]: Sorting) => setOrder(by ? { sort: sortOf[by.id] ?? sort, descending: by.desc } : first),
  }
}

/** The page after one that is not the last. */
export const nextPage = ({ more }: { more: boolean }, pages: unknown[]) => (more ? pages.length + 1 : undefined)
