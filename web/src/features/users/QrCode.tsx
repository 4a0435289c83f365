import { useMemo } from 'react'
import { encode } from 'uqr'

const quietZone = 4

/** A QR code, dark on white in both colour modes for cameras. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, side } = useMemo(() => {
    const { data } = encode(text, { ecc: 'M', border: quietZone })
    const dots = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { path: dots.join(''), side: data.length }
  }, [text])
  return (
    <svg
      width={192}
      height={192}
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  )
}
