import MoreVertIcon from '@mui/icons-material/MoreVert'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { colonAfter, withColon } from '../../i18n/written.ts'
import { Button } from '../buttons/Button.tsx'
import { IconButton } from '../buttons/IconButton.tsx'
import { PlainButton } from '../buttons/PlainButton.tsx'
import { Checkbox } from '../fields/Checkbox.tsx'
import { Box } from '../layout/Box.tsx'
import { usePrinting } from '../rendering/use-printing.ts'
import { Typography } from '../text/Typography.tsx'
import { type Column, cellText } from './columns.ts'
import type { Grid } from './grid.ts'

interface Props<Row extends object> {
  grid: Grid<Row>
  scroller: HTMLDivElement | null
  onEndReached?: () => void
}

/** Draws the rows as cards for phones, with the first column as the title of each card. */
export function Cards<Row extends object>({ grid, scroller, onEndReached }: Props<Row>) {
  const count = grid.rowCount
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => 96,
    getItemKey: (index) => grid.rowAt(index)?.id ?? index,
    overscan: 6,
    initialRect: { width: 400, height: 600 },
  })
  const printing = usePrinting()
  const items = virtualizer.getVirtualItems()
  const shown = printing ? Array.from({ length: count }, (_, index) => ({ index, start: 0 })) : items
  const last = items.at(-1)?.index ?? 0
  const reachEnd = useEffectEvent(() => onEndReached?.())
  useEffect(() => {
    if (count > 0 && last >= count - 10) reachEnd()
  }, [last, count])

  return (
    <Box
      component="ul"
      aria-label={grid.label}
      sx={{ position: 'relative', listStyle: 'none', m: 0, p: 0, '@media print': { height: 'auto !important' } }}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {shown.map((item) => (
        <Box
          component="li"
          key={grid.rowAt(item.index)?.id ?? item.index}
          ref={virtualizer.measureElement}
          data-index={item.index}
          aria-setsize={count}
          aria-posinset={item.index + 1}
          sx={{
            position: 'absolute',
            left: 0,
            right: 0,
            borderBottom: 1,
            borderColor: 'divider',
            '@media print': { position: 'static', transform: 'none !important', breakInside: 'avoid' },
          }}
          style={{ transform: `translateY(${item.start}px)` }}
        >
          <Card grid={grid} index={item.index} />
        </Box>
      ))}
    </Box>
  )
}

function Card<Row extends object>({ grid, index }: { grid: Grid<Row>; index: number }) {
  const { t } = useTranslation('ui')
  const row = grid.rowAt(index)
  if (!row) return null
  const [title, ...others] = grid.columns
  const name = grid.rowName(row.original)
  const filled = others.filter((column) => cellText(column, row.original, grid.words) !== '')
  const lines = grid.cardLines?.(row.original)
  const content = (
    <Box sx={{ minWidth: 0, flex: 1, textAlign: 'left', py: 2 }}>
      <Typography sx={{ fontWeight: 600 }} noWrap>
        {lines ? name : title && <Value column={title} row={row.original} grid={grid} />}
      </Typography>
      {lines?.map((line) => (
        <Typography key={line} variant="body2" noWrap>
          {line}
        </Typography>
      ))}
      {(lines ? [] : filled.slice(0, 4)).map((column) => (
        <Typography key={column.id} variant="body2" sx={threeLines}>
          <Box component="span" sx={{ color: 'text.secondary', mr: 1 }}>
            {colonAfter(column.label)}
          </Box>
          <Value column={column} row={row.original} grid={grid} />
        </Typography>
      ))}
    </Box>
  )
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        px: 2,
        bgcolor: row.getIsSelected() ? 'var(--selected)' : grid.isMarked?.(row.original) ? 'var(--shared)' : undefined,
      }}
    >
      {grid.selectable && (
        <Checkbox
          checked={row.getIsSelected()}
          onChange={row.getToggleSelectedHandler()}
          aria-label={t('table.selectRow', { name })}
        />
      )}
      {grid.onOpen ? (
        <PlainButton sx={{ flex: 1, minWidth: 0, px: 1 }} onClick={() => grid.onOpen?.(row.original)}>
          {content}
        </PlainButton>
      ) : (
        content
      )}
      {grid.onlyAction && (
        <Button
          sx={{ flex: 'none' }}
          aria-label={withColon(grid.onlyAction, name)}
          onClick={(event) => grid.openRowMenu(row.original, event.currentTarget)}
        >
          {grid.onlyAction}
        </Button>
      )}
      {grid.rowActions && !grid.onlyAction && (
        <IconButton
          aria-label={t('table.rowActions', { name })}
          aria-haspopup="menu"
          onClick={(event) => grid.openRowMenu(row.original, event.currentTarget)}
        >
          <MoreVertIcon fontSize="small" />
        </IconButton>
      )}
    </Box>
  )
}

const threeLines = {
  display: '-webkit-box',
  WebkitLineClamp: 3,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
} as const

function Value<Row extends object>({ column, row, grid }: { column: Column<Row>; row: Row; grid: Grid<Row> }) {
  return column.render ? column.render(row) : cellText(column, row, grid.words)
}
