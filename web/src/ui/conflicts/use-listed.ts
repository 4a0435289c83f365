import { useEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { isAnythingTyped } from '../forms/unsaved-changes.ts'
import { notify } from '../notices/snackbar.ts'

/** The row that is edited, as the list has it now; the rule of `useListedWith` holds for it. */
export function useListed<Row extends { id: string }>(
  rows: readonly Row[] | undefined,
  id: string | null | undefined,
): Row | undefined {
  return useListedWith(rows ?? [], rows && id ? [id] : []).find((row) => row.id === id)
}

/**
 * The rows of a list, behind them those of the edited ones that somebody else deleted: as long as something is typed they stay as
 * they were, with what was typed, and the person is told.
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
    // whoever deletes it closes it in the same moment
    const telling = setTimeout(() => notify(t('state.gone'), { severity: 3 }), 500)
    return () => clearTimeout(telling)
  }, [isAny, t])
  return isAny ? [...rows, ...kept] : rows
}
