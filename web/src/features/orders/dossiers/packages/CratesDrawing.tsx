import { useWatch } from 'react-hook-form'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Box } from '../../../../ui/layout/Box.tsx'
import { formatNumber } from '../../../../ui/text/format.ts'
import { Typography } from '../../../../ui/text/Typography.tsx'
import type { FlameValues } from '../dossier-values.ts'
import { cratesOf, type PlacedCrate, placeCrates, slant } from './crates.ts'
import { sizeText } from './package-size.ts'

const metre = 100

/** Draws the crates to scale, beside a metre for comparison. */
export function CratesDrawing() {
  const { t } = useTranslation('dossiers')
  const packages = useWatch<FlameValues, 'dossier.packageInfos'>({ name: 'dossier.packageInfos' })
  const { crates, width, height, left } = placeCrates(cratesOf(packages))
  if (crates.length === 0) {
    return (
      <Typography variant="body2" color="textSecondary" sx={{ px: 3, pb: 3 }}>
        {t('drawing.nothing')}
      </Typography>
    )
  }
  const list = crates.map((crate) => `${crate.quantity} × ${sizeOf(t, crate)}`).join('; ')
  const text = Math.max(width, height, metre) / 26
  const [margin, line] = [text / 2, text / 12]
  const room = { width: Math.max(width, metre) + 2 * margin, height: height + 2 * text }
  return (
    <Box component="figure" sx={{ m: 0, px: 3, pb: 3 }}>
      <Box
        component="svg"
        role="img"
        aria-label={t('drawing.crates', { list })}
        viewBox={`${-margin} 0 ${room.width} ${room.height}`}
        sx={{ width: '100%', maxHeight: 320, display: 'block', fill: 'var(--text)' }}
        style={{ fontSize: text }}
      >
        {crates.map((crate) => (
          <Crate key={`${crate.x} ${crate.y}`} crate={crate} line={line} text={text} />
        ))}
        <path
          d={`M0 ${height + text / 2}v${text / 2}h${metre}v${-text / 2}`}
          fill="none"
          stroke="var(--muted)"
          strokeWidth={line}
        />
        <text x={metre / 2} y={height + text * 0.8} textAnchor="middle" fill="var(--muted)">
          {t('drawing.metre')}
        </text>
      </Box>
      {left > 0 && (
        <Typography component="figcaption" variant="body2" color="textSecondary">
          {t('drawing.more', { count: left })}
        </Typography>
      )}
    </Box>
  )
}

type Words = Parameters<typeof sizeText>[0]

const sizeOf = (t: Words, { width, depth, height }: PlacedCrate) =>
  sizeText(t, { widthInCm: String(width), depthInCm: String(depth), heightInCm: String(height) })

function Crate({ crate, line, text }: { crate: PlacedCrate; line: number; text: number }) {
  const { t } = useTranslation('dossiers')
  const { x, y, width, height, depth, quantity } = crate
  const back = depth * slant
  const [right, top] = [x + width, y - height]
  const faces = [
    { points: [x, y, right, y, right, top, x, top], fill: 'var(--selected)' },
    { points: [x, top, right, top, right + back, top - back, x + back, top - back], fill: 'var(--surface)' },
    { points: [right, y, right + back, y - back, right + back, top - back, right, top], fill: 'var(--raised)' },
  ]
  return (
    <g>
      <title>{`${quantity} × ${sizeOf(t, crate)}`}</title>
      {faces.map(({ points, fill }) => (
        <polygon
          key={fill}
          points={points.join(' ')}
          fill={fill}
          stroke="var(--text)"
          strokeWidth={line}
          strokeLinejoin="round"
        />
      ))}
      <text x={x} y={y + text}>
        {formatNumber(quantity)} ×
      </text>
    </g>
  )
}
