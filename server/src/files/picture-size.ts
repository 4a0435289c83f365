import { lookupTable } from '../lookup-table.ts'
import { bytesAtHand, bytesOfFile, type PictureBytes } from './picture-bytes.ts'
import { isCut, segmentOf } from './picture-end.ts'

/**
 * Whether a picture file states its size and is complete: a file that merely begins like a picture is none. Types that
 * are not known here pass.
 */
export async function isWholePicture(place: string, mimeType: string): Promise<boolean> {
  return !readers.has(mimeType) || (await bytesOfFile(place, (bytes) => sizeOf(bytes, mimeType))) !== undefined
}

/** Returns the size of a complete picture in pixels. */
export const pictureSize = (bytes: Buffer, mimeType: string): Promise<Size | undefined> =>
  sizeOf(bytesAtHand(bytes), mimeType)

async function sizeOf(bytes: PictureBytes, mimeType: string): Promise<Size | undefined> {
  const size = await readers.get(mimeType)?.(bytes)
  return size && size.width > 0 && size.height > 0 && !(await isCut(bytes, mimeType)) ? size : undefined
}

interface Size {
  width: number
  height: number
}

const readers = lookupTable<(bytes: PictureBytes) => Promise<Size | undefined>>({
  'image/png': png,
  'image/jpeg': jpeg,
  'image/gif': gif,
  'image/webp': webp,
})

async function png({ length, read }: PictureBytes): Promise<Size | undefined> {
  const head = await read(0, 33)
  if (length < 33 || head.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
}

async function gif({ length, read }: PictureBytes): Promise<Size | undefined> {
  if (length < 14) return undefined
  const head = await read(0, 14)
  return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
}

/** Returns the size from the start-of-frame segment. */
async function jpeg(bytes: PictureBytes): Promise<Size | undefined> {
  const at = await segmentOf(bytes, (marker) => beginsPicture(marker) || [0x00, 0xd9, 0xda].includes(marker))
  const segment = at === null ? undefined : await bytes.read(at, 9)
  if (segment?.length !== 9 || !beginsPicture(segment[1] ?? 0)) return undefined
  return { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) }
}

const beginsPicture = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

async function webp({ length, read }: PictureBytes): Promise<Size | undefined> {
  if (length < 30) return undefined
  const bytes = await read(0, 30)
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (kind === 'VP8L') {
    const bits = bytes.readUInt32LE(21)
    return bytes[20] === 0x2f ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 } : undefined
  }
  return kind === 'VP8X' ? { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 } : undefined
}
