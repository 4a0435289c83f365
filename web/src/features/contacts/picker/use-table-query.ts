import { useState } from 'react'
import { type ContactColumn, ContactColumnFilters, type ContactSearch } from '#contract/contacts/contacts'
import type { DataTableProps } from '../../../ui/DataTable/DataTable.tsx'

type TableQuery = Pick<ContactSearch, 'sort' | 'columnFilters'>
type Asked = Parameters<NonNullable<DataTableProps<object>['onQuery']>>[0]

/** Holds the sorting and filters of a contact table in the format of the request. */
export function useTableQuery() {
  const [query, setQuery] = useState<Partial<TableQuery>>({})
  return { query, onQuery: (asked: Asked) => setQuery(queryOf(asked)) }
}

function queryOf({ sorting, filters }: Asked): Partial<TableQuery> {
  const sort = sorting.map(({ id, desc }) => ({ column: id as ContactColumn, descending: desc }))
  const columnFilters = ContactColumnFilters.parse(
    Object.fromEntries(
      Object.entries(filters).flatMap(([column, typed]) => {
        const value = typed.trim().slice(0, 255)
        if (value === '') return []
        return [[column, column === 'customer' ? value === 'true' : value]]
      }),
    ),
  )
  // omits empty values, so that equal queries share a cache entry
  return {
    ...(sort.length > 0 ? { sort } : {}),
    ...(Object.keys(columnFilters).length > 0 ? { columnFilters } : {}),
  }
}
