import { readFile } from 'node:fs/promises'
import { isCut } from './picture-end.ts'

/**
 * Whether the bytes of a picture say how large it is and go on to its end, as they do where it can be shown: what merely
 * begins like one is none. Kinds that are not known here pass.
 */
export async function isWholePicture(place: string, mimeType: string): Promise<boolean> {
  return !(mimeType in readers) || pictureSize(await readFile(place), mimeType) !== undefined
}

/** How large a picture is that is whole, in pixels. */
export function pictureSize(bytes: Buffer, mimeType: string): Size | undefined {
  const size = readers[mimeType]?.(bytes)
  return size && size.width > 0 && size.height > 0 && !isCut(bytes, mimeType) ? size : undefined
}

interface Size {
  width: number
  height: number
}

const readers: Readonly<Record<string, (bytes: Buffer) => Size | undefined>> = {
  'image/png': png,
  'image/jpeg': jpeg,
  'image/gif': gif,
  'image/webp': webp,
}

function png(bytes: Buffer): Size | undefined {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function gif(bytes: Buffer): Size | undefined {
  if (bytes.length < 14) return undefined
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

/** From segment to segment up to the one that begins the picture. */
function jpeg(bytes: Buffer): Size | undefined {
  let at = 2
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2
    else if (beginsPicture(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    else if (marker === 0x00 || marker === 0xd9 || marker === 0xda) return undefined
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2))
  }
  return undefined
}

const beginsPicture = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function webp(bytes: Buffer): Size | undefined {
  if (bytes.length < 30) return undefined
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (kind === 'VP8L') {
    const bits = bytes.readUInt32LE(21)
    return bytes[20] === 0x2f ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 } : undefined
  }
  return kind === 'VP8X' ? { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 } : undefined
}
