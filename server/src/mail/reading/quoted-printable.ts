import { latin } from './charset.ts'

const [tab, lf, cr, space, equals] = [9, 10, 13, 32, 61]

/** Decodes Quoted-Printable (RFC 2045, 6.7); what is no code stays as it is. */
export function fromQuotedPrintable(bytes: Uint8Array): Uint8Array {
  const decoded = new Uint8Array(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    const next = byte === equals ? latin(bytes.subarray(at + 1, at + 3)) : ''
    if (/^[\da-f]{2}$/i.test(next)) {
      decoded[length++] = Number.parseInt(next, 16)
      at += 2
    } else if (byte === equals && endOfLine(bytes, at + 1) > 0) at = endOfLine(bytes, at + 1) - 1
    else decoded[length++] = byte
  }
  return decoded.subarray(0, length)
}

/** Returns the offset after the line end if only blanks precede it; 0 otherwise. */
function endOfLine(bytes: Uint8Array, from: number): number {
  let at = from
  while (bytes[at] === space || bytes[at] === tab) at++
  if (bytes[at] === cr && bytes[at + 1] === lf) at++
  return bytes[at] === lf ? at + 1 : 0
}

/** Removes blanks after a soft line break, which servers append. */
export function withoutBlanksBehind(line: Uint8Array): Uint8Array {
  const end = line.findLastIndex((byte) => byte !== space && byte !== tab)
  return line[end] === equals ? line.subarray(0, end + 1) : line
}
