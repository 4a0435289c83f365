/** An S/MIME wrapping (RFC 8551): the content if it is only signed, null if it is encrypted. */
export interface Wrapping {
  readonly encrypted: boolean
  readonly content: Uint8Array | null
}

const oid = { signed: '2a864886f70d010702', enveloped: '2a864886f70d010703', authenticated: '2a864886f70d0109100117' }
const tags = { sequence: 0x30, octets: 0x04, severalOctets: 0x24 }
const mostDepth = 20

interface Element {
  readonly tag: number
  readonly content: Buffer
  readonly end: number
  /** Parts of an element with indefinite length. */
  readonly parts: readonly Element[] | null
}

/** Whether a part is S/MIME, by its type, or by its name if a server changed the type to a generic one. */
export const isSmime = (mimeType: string, name: string | null = '') =>
  /^application\/(x-)?pkcs7-mime$/i.test(mimeType) ||
  (mimeType === 'application/octet-stream' && /^smime\.p7m$/i.test(name ?? ''))

/** Parses the wrapping (CMS, RFC 5652) without checking signatures; null if it is none. */
export function readSmime(source: Uint8Array): Wrapping | null {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  try {
    const [type, wrapped] = partsOf(elementAt(bytes, 0), tags.sequence)
    const kind = type?.content.toString('hex')
    if (kind === oid.enveloped || kind === oid.authenticated) return { encrypted: true, content: null }
    const signed = kind === oid.signed && wrapped && partsOf(wrapped)[0]
    if (!signed) return null
    const [, , inside] = partsOf(signed, tags.sequence)
    const [, explicit] = inside ? partsOf(inside, tags.sequence) : []
    const content = explicit && partsOf(explicit)[0]
    return { encrypted: false, content: content ? octetsOf(content) : null }
  } catch {
    return null
  }
}

/** Parses a BER element of definite or indefinite length. Errors: RangeError if it is cut short or too deep. */
function elementAt(bytes: Buffer, at: number, depth = 0): Element {
  const tag = bytes.readUInt8(at)
  const first = bytes.readUInt8(at + 1)
  if (depth > mostDepth) throw new RangeError('too deep')
  if (first === 0x80) {
    const parts: Element[] = []
    let next = at + 2
    while (bytes.readUInt16BE(next) !== 0) {
      const part = elementAt(bytes, next, depth + 1)
      parts.push(part)
      next = part.end
    }
    return { tag, content: bytes.subarray(at + 2, next), end: next + 2, parts }
  }
  const size = first > 0x80 ? first - 0x80 : 0
  const length = size > 0 ? bytes.readUIntBE(at + 2, size) : first
  const start = at + 2 + size
  if (start + length > bytes.length) throw new RangeError('cut short')
  return { tag, content: bytes.subarray(start, start + length), end: start + length, parts: null }
}

function partsOf({ tag, content, parts }: Element, expected = tag): readonly Element[] {
  if (tag !== expected) throw new RangeError('another element')
  if (parts) return parts
  const found: Element[] = []
  for (let at = 0; at < content.length; ) {
    const part = elementAt(content, at)
    found.push(part)
    at = part.end
  }
  return found
}

/** Returns an octet string, which may be in pieces. */
function octetsOf(element: Element, depth = 0): Buffer {
  if (element.tag === tags.octets) return element.content
  if (element.tag !== tags.severalOctets || depth > mostDepth) throw new RangeError('no bytes')
  return Buffer.concat(partsOf(element).map((part) => octetsOf(part, depth + 1)))
}
