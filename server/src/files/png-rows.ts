import { inflateSync } from 'node:zlib'

/** Number of samples per pixel, by colour type. */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Whether a PNG of this size is not interlaced and holds all its rows, so that every reader can decode it. */
export function hasWholeRows(bytes: Buffer, { width, height }: { width: number; height: number }): boolean {
  const [bits = 0, kind = -1, interlaced] = [bytes[24], bytes[25], bytes[28]]
  const perPixel = samples[kind]
  if (perPixel === undefined || interlaced !== 0 || ![1, 2, 4, 8, 16].includes(bits)) return false
  const row = 1 + Math.ceil((width * perPixel * bits) / 8)
  try {
    const rows = inflateSync(Buffer.concat(dataOf(bytes)), { maxOutputLength: row * height })
    return (
      rows.length === row * height && Array.from({ length: height }, (_, at) => rows[at * row] ?? 5).every(isFilter)
    )
  } catch {
    return false
  }
}

const isFilter = (filter: number) => filter <= 4

/** Returns the contents of the IDAT chunks. */
function dataOf(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = []
  let at = 8
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  return parts
}
