/** Whether a picture stops before the end that its own structure announces. What follows the end does not matter. */
export function isCut(bytes: Buffer, mimeType: string): boolean {
  const ends = readers[mimeType]
  return ends !== undefined && !ends(bytes)
}

const readers: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  'image/png': png,
  'image/jpeg': jpeg,
  'image/gif': gif,
  'image/webp': webp,
}

/** From chunk to chunk up to the one that ends it. */
function png(bytes: Buffer): boolean {
  let at = 8
  while (at + 12 <= bytes.length) {
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return true
    at += 12 + bytes.readUInt32BE(at)
  }
  return false
}

/** From segment to segment up to the picture itself, in which the mark of the end stands nowhere else. */
function jpeg(bytes: Buffer): boolean {
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xda) return bytes.includes(endOfJpeg, at)
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2))
  }
  return false
}
const endOfJpeg = Buffer.from([0xff, 0xd9])

/** From block to block up to the one that ends it. */
function gif(bytes: Buffer): boolean {
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let at = 13 + tableBytes(bytes[10] ?? 0)
  while (at < bytes.length) {
    const kind = bytes[at]
    if (kind === 0x3b) return true
    if (kind === 0x21) at += 2
    else if (kind === 0x2c) at += 11 + tableBytes(bytes[at + 9] ?? 0)
    else return false
    // parts of at most 255 bytes, the last of them empty
    while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0)
    at += 1
  }
  return false
}

/** It says how long it is. */
function webp(bytes: Buffer): boolean {
  return bytes.length >= 8 + bytes.readUInt32LE(4)
}
