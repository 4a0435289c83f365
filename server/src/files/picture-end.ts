import { lookupTable } from '../lookup-table.ts'
import type { PictureBytes } from './picture-bytes.ts'

/** Upper limit of chunks, segments or blocks before the end; no picture that programs make has so many. */
const mostSteps = 50_000
/** Upper limit for a GIF, whose blocks hold no more than 255 bytes. */
const mostGifSteps = 1_000_000

/** Whether a picture stops before the end that its own structure announces. Bytes after the end do not matter. */
export async function isCut(bytes: PictureBytes, mimeType: string): Promise<boolean> {
  const ends = readers.get(mimeType)
  return ends !== undefined && !(await ends(bytes))
}

const readers = lookupTable<(bytes: PictureBytes) => Promise<boolean>>({
  'image/png': png,
  'image/jpeg': jpeg,
  'image/gif': gif,
  'image/webp': webp,
})

/** Whether the chunks lead to IEND. */
async function png({ length, read }: PictureBytes): Promise<boolean> {
  let at = 8
  for (let steps = 0; at + 12 <= length && steps < mostSteps; steps++) {
    const chunk = await read(at, 8)
    if (chunk.toString('latin1', 4) === 'IEND') return true
    at += 12 + chunk.readUInt32BE(0)
  }
  return false
}

/** Returns the position of the first JPEG segment whose marker `isSought`, or null. */
export async function segmentOf(
  { length, read }: PictureBytes,
  isSought: (marker: number) => boolean,
): Promise<number | null> {
  let at = 2
  for (let steps = 0; at + 4 <= length && steps < mostSteps; steps++) {
    const [sync, marker = 0, high = 0, low = 0] = await read(at, 4)
    if (sync !== 0xff) return null
    if (isSought(marker)) return at
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2
    else at += 2 + Math.max(2, high * 256 + low)
  }
  return null
}

/** Whether the picture data contain the end marker, which cannot occur there otherwise. */
async function jpeg(bytes: PictureBytes): Promise<boolean> {
  const picture = await segmentOf(bytes, (marker) => marker === 0xda)
  if (picture === null) return false
  for (let at = picture; at < bytes.length; at += searchedBytes - 1) {
    if ((await bytes.read(at, searchedBytes)).includes(endOfJpeg)) return true
  }
  return false
}
const endOfJpeg = Buffer.from([0xff, 0xd9])
const searchedBytes = 8 * 1024

/** Whether the blocks lead to the trailer. */
async function gif({ length, read }: PictureBytes): Promise<boolean> {
  const byteAt = async (at: number) => (await read(at, 1))[0] ?? 0
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let steps = 0
  let at = 13 + tableBytes(await byteAt(10))
  while (at < length && steps < mostGifSteps) {
    const kind = await byteAt(at)
    if (kind === 0x3b) return true
    if (kind === 0x21) at += 2
    else if (kind === 0x2c) at += 11 + tableBytes(await byteAt(at + 9))
    else return false
    // sub-blocks of at most 255 bytes, the last of them empty
    for (let part = 1; part > 0 && at < length && steps < mostGifSteps; steps++) {
      part = await byteAt(at)
      at += 1 + part
    }
  }
  return false
}

/** Whether the file is as long as its header says. */
async function webp({ length, read }: PictureBytes): Promise<boolean> {
  return length >= 8 + (await read(4, 4)).readUInt32LE(0)
}
