import { crc32, deflateSync } from 'node:zlib'

/** Returns a PDF of one page with these lines, in a standard font. */
export function pdf(lines: readonly string[]): Buffer {
  const written = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`).join(' ')
  const drawing = `BT /F1 14 Tf 22 TL 60 780 Td ${written} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let content = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = content.length
    content += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  content += `xref\n0 ${size}\n0000000000 65535 f \n${table}`
  content += `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${content.indexOf('xref\n')}\n%%EOF\n`
  return Buffer.from(content, 'latin1')
}

/** Returns a square picture of a fire at night, `size` pixels wide; each seed gives another one. */
export function png(size: number, seed: number): Buffer {
  const rows = Array.from({ length: size }, (_, y) => {
    const row = Buffer.alloc(1 + size * 3)
    for (let x = 0; x < size; x++) {
      const glow = Math.max(0, 1 - Math.hypot(x - size / 2, (y - size * 0.7) * 1.4) / (size * 0.45))
      const flicker = 0.8 + 0.2 * Math.sin((x + seed * 7) / 5) * Math.cos((y + seed * 3) / 7)
      row.set([20 + 235 * glow * flicker, 18 + 140 * glow * glow * flicker, 24 + 30 * glow ** 4], 1 + x * 3)
    }
    return row
  })
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size, 0)
  head.writeUInt32BE(size, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
