import type { WoodFrameAnswer } from '#contract/lists/calculations'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { formatNumber } from '../../../ui/text/format.ts'

type Part = WoodFrameAnswer['parts'][number]

const place = { width: 520, longest: 150, gap: 16, text: 34 }

/** Draws all boards of a frame to the same scale, in rows. */
export function BoardsDrawing({ parts }: { parts: readonly Part[] }) {
  const { t } = useTranslation('calculations')
  const longest = Math.max(...parts.flatMap(({ widthInMm, heightInMm }) => [Number(widthInMm), Number(heightInMm)]))
  const { boards, height } = arrange(parts, place.longest / longest)
  const label = parts
    .map(({ part, count, widthInMm, heightInMm }) =>
      t('wood.boardAlternative', {
        count,
        part: t(`wood.part.${part}`),
        width: formatNumber(widthInMm),
        height: formatNumber(heightInMm),
      }),
    )
    .join(', ')
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`-1 -1 ${place.width + 2} ${height + 2}`}
      sx={{ width: '100%', maxWidth: 560, display: 'block', fontSize: 12, fill: 'var(--text)' }}
    >
      {boards.map(({ part, x, y, width, height: high, size }) => (
        <g key={`${x} ${y}`}>
          <rect x={x} y={y} width={width} height={high} fill="var(--selected)" stroke="var(--text)" />
          <text x={x} y={y + high + 14}>
            {t(`wood.part.${part}`)}
          </text>
          <text x={x} y={y + high + 28}>
            {size}
          </text>
        </g>
      ))}
    </Box>
  )
}

const textWidth = 120

function arrange(parts: readonly Part[], scale: number) {
  const boards = []
  let [x, y, rowHeight] = [0, 0, 0]
  for (const { part, count, widthInMm, heightInMm } of parts) {
    for (let nth = 0; nth < count; nth += 1) {
      const [width, height] = [Number(widthInMm) * scale, Number(heightInMm) * scale]
      const taken = Math.max(width, textWidth) + place.gap
      if (x > 0 && x + taken - place.gap > place.width) {
        x = 0
        y += rowHeight
        rowHeight = 0
      }
      boards.push({ part, x, y, width, height, size: `${formatNumber(widthInMm)} × ${formatNumber(heightInMm)}` })
      x += taken
      rowHeight = Math.max(rowHeight, height + place.text + place.gap)
    }
  }
  return { boards, height: y + rowHeight }
}
