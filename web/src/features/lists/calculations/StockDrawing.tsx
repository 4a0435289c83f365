import type { TubeResult } from '#contract/lists/calculations'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { formatNumber } from '../../../ui/text/format.ts'

const place = { width: 520, bar: 26, gap: 24 }

/** Draws each stock length to scale with its pieces; the remainder is hatched. */
export function StockDrawing({ tube, sawCut }: { tube: TubeResult; sawCut: number }) {
  const { t } = useTranslation('calculations')
  const scale = place.width / Number(tube.stockLengthInMm)
  const label = tube.stockLengths
    .map(({ pieces, restInMm }, index) =>
      t('steel.barAlternative', {
        number: index + 1,
        pieces: pieces.map(({ lengthInMm }) => `${formatNumber(lengthInMm)} mm`).join(', '),
        rest: formatNumber(restInMm),
      }),
    )
    .join(' ')
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`-1 -1 ${place.width + 2} ${tube.stockLengths.length * (place.bar + place.gap)}`}
      sx={{ width: '100%', maxWidth: 640, display: 'block', fontSize: 12, fill: 'var(--text)' }}
    >
      <pattern
        id={`rest-${tube.tubeRef}`}
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <line y2="6" stroke="var(--outline)" strokeWidth="2" />
      </pattern>
      {tube.stockLengths.map(({ pieces, restInMm }, index) => {
        const top = index * (place.bar + place.gap)
        const starts = pieces.map((_, at) =>
          pieces.slice(0, at).reduce((sum, { lengthInMm }) => sum + Number(lengthInMm) + sawCut, 0),
        )
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stock length is known by its number alone
          <g key={index}>
            <rect
              y={top}
              width={place.width}
              height={place.bar}
              fill={`url(#rest-${tube.tubeRef})`}
              stroke="var(--text)"
            />
            {pieces.map(({ lengthInMm }, at) => (
              <Piece
                // biome-ignore lint/suspicious/noArrayIndexKey: pieces are known by their place alone
                key={at}
                x={(starts[at] ?? 0) * scale}
                y={top}
                width={Number(lengthInMm) * scale}
                length={lengthInMm}
              />
            ))}
            <text x={place.width} y={top + place.bar + 14} textAnchor="end">
              {t('steel.rest', { rest: formatNumber(restInMm) })}
            </text>
            <text x={0} y={top + place.bar + 14}>
              {t('steel.bar', { number: index + 1 })}
            </text>
          </g>
        )
      })}
    </Box>
  )
}

/** Draws a piece from above, with mitred ends. */
function Piece({ x, y, width, length }: { x: number; y: number; width: number; length: string }) {
  const slant = Math.min(10, width / 3)
  const right = x + width
  const bottom = y + place.bar
  return (
    <>
      <polygon
        points={`${x},${y} ${right},${y} ${right - slant},${bottom} ${x + slant},${bottom}`}
        fill="var(--selected)"
        stroke="var(--text)"
      />
      {width > 50 && (
        <text x={x + width / 2} y={y + place.bar / 2 + 4} textAnchor="middle">
          {formatNumber(length)}
        </text>
      )}
    </>
  )
}
