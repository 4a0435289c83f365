import { useState } from 'react'
import type { Sorting } from '../../ui/DataTable/use-table-model.ts'

/** Holds the sorting (by `sort` at first) and the search text of a list of cards. */
export function useAsked<Sort extends string>(sort: Sort, sortOf: Readonly<Record<string, Sort>>) {
  // by date ascending, except for the last update
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

/** Returns the number of the next page; undefined after the last. */
export const nextPage = ({ more }: { more: boolean }, pages: unknown[]) => (more ? pages.length + 1 : undefined)
