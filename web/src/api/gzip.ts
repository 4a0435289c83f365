/** Size in bytes up to which compressing does not shorten the transfer. */
const shortBytes = 1400

/**
 * Returns a text as gzip. A short one is stored without compression: the browser's streams take several turns of the
 * event loop, which last tenths of a second while a screen is drawn.
 */
export function gzip(text: string): Uint8Array<ArrayBuffer> | Promise<ArrayBuffer> {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length <= shortBytes) return framed(bytes)
  return new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
}

const head = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]

/** Returns a single stored block (RFC 1951, 3.2.4) between header and trailer (RFC 1952). */
function framed(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(head.length + 5 + bytes.length + 8)
  const view = new DataView(frame.buffer)
  frame.set(head)
  view.setUint8(head.length, 1)
  view.setUint16(head.length + 1, bytes.length, true)
  view.setUint16(head.length + 3, ~bytes.length, true)
  frame.set(bytes, head.length + 5)
  view.setUint32(frame.length - 8, crc32(bytes), true)
  view.setUint32(frame.length - 4, bytes.length, true)
  return frame
}

function crc32(bytes: Uint8Array): number {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}
