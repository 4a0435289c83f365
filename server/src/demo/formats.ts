import { crc32, deflateSync } from 'node:zlib'

/** Returns a PNG in which `colourAt` gives each pixel its red, green and blue, from 0 to 255. */
export function encodePng(
  width: number,
  height: number,
  colourAt: (x: number, y: number) => readonly number[],
): Buffer {
  const rowLength = 1 + width * 3
  const rows = Buffer.alloc(height * rowLength)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows.set(colourAt(x, y), y * rowLength + 1 + x * 3)
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  // bit depth 8, colour type RGB
  size.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(rows)),
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

/** Returns a PDF of one A4 page with this content stream, in which the font `F1` is Helvetica. */
export function encodePdf(stream: string): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

/** Returns a line as a string of a PDF content stream. */
export const pdfText = (line: string) => `(${line.replace(/[\\()]/g, '\\$&')})`
