import { crc32, deflateSync } from 'node:zlib'

const width = 480
const height = 320

/** Draws a fire bowl under an evening sky of this hue (in degrees), as PNG. */
export function fireBowlPng(hue: number): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows.set(colourAt(x, y, hue), y * (1 + width * 3) + 1 + x * 3)
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  // bit depth 8, colour type RGB
  size.set([8, 2], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

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
  const written = lines.map((line, at) => `BT /F1 11 Tf 60 ${720 - at * 24} Td (${escaped(line)}) Tj ET`)
  const content = [`BT /F1 20 Tf 60 770 Td (${escaped(title)}) Tj ET`, ...written].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

const escaped = (line: string) => line.replace(/[\\()]/g, '\\$&')
