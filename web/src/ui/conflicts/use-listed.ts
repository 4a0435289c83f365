import { useEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { isAnythingTyped } from '../forms/unsaved-changes.ts'
import { notify } from '../notices/snackbar.ts'

/** Returns the current version of the edited row; a deleted row is kept as in `useListedWith`. */
export function useListed<Row extends { id: string }>(
  rows: readonly Row[] | undefined,
  id: string | null | undefined,
): Row | undefined {
  return useListedWith(rows ?? [], rows && id ? [id] : []).find((row) => row.id === id)
}

/**
 * Returns the rows of a list, followed by edited rows that another user has deleted. Those stay while the page has
 * unsaved input, and the user is notified.
 */
export function useListedWith<Row extends { id: string }>(
  rows: readonly Row[],
  edited: Iterable<string>,
): readonly Row[] {
  const { t } = useTranslation('ui')
  const before = useRef<readonly Row[]>([])
  const ids = new Set(edited)
  const isListed = new Set(rows.map(({ id }) => id))
  const gone = before.current.filter(({ id }) => ids.has(id) && !isListed.has(id))
  const kept = gone.length > 0 && isAnythingTyped() ? gone : []
  before.current = [...rows.filter(({ id }) => ids.has(id)), ...kept]
  const isAny = kept.length > 0
  useEffect(() => {
    if (!isAny) return
    // the user who deletes a row closes its editor at the same time
    const telling = setTimeout(() => notify(t('state.gone'), { severity: 3 }), 500)
    return () => clearTimeout(telling)
  }, [isAny, t])
  return isAny ? [...rows, ...kept] : rows
}
