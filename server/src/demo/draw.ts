import { encodePdf, encodePng, pdfText } from './formats.ts'

const width = 480
const height = 320

/** Draws a fire bowl under an evening sky of this hue (in degrees), as PNG. */
export const fireBowlPng = (hue: number) => encodePng(width, height, (x, y) => colourAt(x, y, hue))

type Colour = [number, number, number]

function colourAt(x: number, y: number, hue: number): Colour {
  const [across, down] = [x - width / 2, y - 205]
  const bowl = down > 0 && (across / 120) ** 2 + (down / 70) ** 2 < 1
  const foot = down >= 60 && down < 90 && Math.abs(across) < 34
  if (bowl || foot) return [38 - down / 6, 34 - down / 6, 33 - down / 6].map((value) => Math.max(14, value)) as Colour
  // three tongues of flame, each narrower towards its tip
  const flame = Math.max(
    tongue(across, down, 0, 150, 62),
    tongue(across, down, -52, 95, 40),
    tongue(across, down, 50, 110, 42),
  )
  const glow = Math.exp(-(across ** 2 + (down + 40) ** 2) / 22_000)
  const sky = hsl(hue, 0.45, 0.08 + 0.2 * (y / height))
  const warm: Colour = [255, 150 + 90 * flame, 40 + 120 * flame ** 3]
  const share = Math.min(1, flame > 0 ? 0.55 + flame : glow * 0.5)
  return sky.map((value, at) => Math.round(value * (1 - share) + (warm[at] ?? 0) * share)) as Colour
}

/** Returns how deep a point is inside a flame, from 0 outside to 1 at its centre. */
function tongue(across: number, down: number, centre: number, tall: number, wide: number): number {
  if (down > 0 || down < -tall) return 0
  const upward = -down / tall
  const reach = wide * (1 - upward) * (0.75 + 0.25 * Math.sin(upward * 9 + centre))
  return Math.max(0, 1 - Math.abs(across - centre + 8 * Math.sin(upward * 6)) / reach) * (1 - upward * 0.6)
}

function hsl(hue: number, saturation: number, lightness: number): Colour {
  const part = (at: number) => {
    const k = (at + hue / 30) % 12
    return 255 * (lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return [part(0), part(8), part(4)]
}

/** Returns a PDF of one page with a title and lines of text. */
export function textPdf(title: string, lines: readonly string[]): Buffer {
  const written = lines.map((line, at) => `BT /F1 11 Tf 60 ${720 - at * 24} Td ${pdfText(line)} Tj ET`)
  return encodePdf([`BT /F1 20 Tf 60 770 Td ${pdfText(title)} Tj ET`, ...written].join('\n'))
}

/** Returns a square picture of a fire at night, `size` pixels wide; each seed gives another one. */
export function firePng(size: number, seed: number): Buffer {
  return encodePng(size, size, (x, y) => {
    const glow = Math.max(0, 1 - Math.hypot(x - size / 2, (y - size * 0.7) * 1.4) / (size * 0.45))
    const flicker = 0.8 + 0.2 * Math.sin((x + seed * 7) / 5) * Math.cos((y + seed * 3) / 7)
    return [20 + 235 * glow * flicker, 18 + 140 * glow * glow * flicker, 24 + 30 * glow ** 4]
  })
}

/** Returns a PDF of one page with these lines. */
export function linesPdf(lines: readonly string[]): Buffer {
  const written = lines.map((line) => `${pdfText(line)} Tj T*`).join(' ')
  return encodePdf(`BT /F1 14 Tf 22 TL 60 780 Td ${written} ET`)
}
