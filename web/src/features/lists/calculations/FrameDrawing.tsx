import { Box } from '../../../ui/layout/Box.tsx'
import { formatNumber } from '../../../ui/text/format.ts'

interface Props {
  /** Outer length and width of the frame in mm. */
  length: number
  width: number
  /** Outer width of the tube in mm. */
  tube: number
  label: string
}

const place = { width: 340, height: 200, margin: 24 }

/** Draws the frame to scale as four mitred pieces. */
export function FrameDrawing({ length, width, tube, label }: Props) {
  const scale = Math.min((place.width - 2 * place.margin) / length, (place.height - 2 * place.margin) / width)
  const [w, h] = [length * scale, width * scale]
  // minimum width, so that a thin tube stays visible
  const d = Math.min(Math.max(tube * scale, 4), Math.min(w, h) / 3)
  const [x, y] = [(place.width - w) / 2, (place.height - h) / 2]
  const [right, bottom] = [x + w, y + h]
  const pieces = [
    [x, y, right, y, right - d, y + d, x + d, y + d],
    [x, bottom, right, bottom, right - d, bottom - d, x + d, bottom - d],
    [x, y, x + d, y + d, x + d, bottom - d, x, bottom],
    [right, y, right - d, y + d, right - d, bottom - d, right, bottom],
  ]
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${place.width} ${place.height}`}
      sx={{ width: '100%', maxWidth: 400, display: 'block', fontSize: 12, fill: 'var(--text)' }}
    >
      {pieces.map((points) => (
        <polygon key={points.join()} points={points.join(' ')} fill="var(--selected)" stroke="var(--text)" />
      ))}
      <text x={place.width / 2} y={y - 8} textAnchor="middle">
        {formatNumber(length)} mm
      </text>
      <text transform={`translate(${x - 8} ${place.height / 2}) rotate(-90)`} textAnchor="middle">
        {formatNumber(width)} mm
      </text>
    </Box>
  )
}
