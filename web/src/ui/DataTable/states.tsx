import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../buttons/Button.tsx'
import { Box } from '../layout/Box.tsx'
import { EmptyState } from '../states/EmptyState.tsx'
import { ErrorState } from '../states/ErrorState.tsx'
import { useDelayed } from '../states/use-delayed.ts'
import { formatNumber } from '../text/format.ts'
import { Typography } from '../text/Typography.tsx'
import type { DataTableProps } from './DataTable.tsx'

interface NoRowsProps extends Pick<DataTableProps<object>, 'error' | 'empty'> {
  /** True once the rows have loaded. */
  known: boolean
  /** Set when the filters exclude every row. */
  onClearFilters: (() => void) | undefined
}

/** Draws what a table shows instead of rows: an error, a skeleton or a message that there are none. */
export function NoRows({ error, known, empty, onClearFilters }: NoRowsProps) {
  const { t } = useTranslation('ui')
  const late = useDelayed(!known && !error)
  return (
    <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto' }}>
      {error && <ErrorState title={t('table.failed')} message={error.message} onRetry={error.onRetry} />}
      {!error && late && <RowSkeleton />}
      {!error && known && (onClearFilters ? <FilteredOut onClear={onClearFilters} /> : <Nothing empty={empty} />)}
    </Box>
  )
}

function RowSkeleton() {
  const { t } = useTranslation('ui')
  return (
    <Box role="status" aria-label={t('state.loading')} sx={{ px: 2 }}>
      {Array.from({ length: 12 }, (_, line) => line).map((line) => (
        <Skeleton key={line} variant="text" height={32} width={`${96 - ((line * 13) % 30)}%`} />
      ))}
    </Box>
  )
}

function Nothing({ empty }: { empty: DataTableProps<object>['empty'] }) {
  const { t } = useTranslation('ui')
  return <EmptyState title={empty?.title ?? t('table.empty')} hint={empty?.hint} action={empty?.action} />
}

function FilteredOut({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('ui')
  return (
    <EmptyState title={t('table.filteredOut')} action={<Button onClick={onClear}>{t('table.filterClear')}</Button>} />
  )
}

interface FooterProps {
  shown: number
  total: number
  selected: number
  moreThan?: number | undefined
  allFound?: number | undefined
}

export function Footer({ shown, total, selected, moreThan, allFound }: FooterProps) {
  const { t } = useTranslation('ui')
  const cutOff = moreThan !== undefined && total >= moreThan
  const counted = cutOff ? allFound : total
  const all =
    counted === undefined
      ? t('table.moreThan', { text: formatNumber(total).replaceAll("'", total < 10_000 ? '' : "'") })
      : t('table.count', { count: counted, text: formatNumber(counted) })
  const some = t('table.countOf', { count: total, shown: formatNumber(shown), total: formatNumber(total) })
  return (
    <Typography
      component="div"
      variant="body2"
      color="textSecondary"
      aria-live="polite"
      sx={{ display: 'flex', gap: 4, px: 2, py: 1, borderTop: 1, borderColor: 'divider' }}
    >
      <span>{shown === total ? all : some}</span>
      {selected > 0 && <span>{t('table.selected', { text: formatNumber(selected) })}</span>}
    </Typography>
  )
}
