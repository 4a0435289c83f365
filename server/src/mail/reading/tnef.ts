import { textOfPackedRtf } from './rtf.ts'

interface Tnef {
  readonly html: string
  readonly text: string
  readonly attachments: readonly TnefAttachment[]
}
interface TnefAttachment {
  readonly name: string
  readonly mimeType: string
  readonly content: Uint8Array
  readonly contentId: string
}

const signature = 0x223e9f78
const mostAttachments = 500
/** Maximum nesting of messages. */
const mostDepth = 5
/** Attributes of the stream that are read. */
const attribute = {
  body: 0x2800c,
  title: 0x18010,
  data: 0x6800f,
  rendering: 0x69002,
  message: 0x69003,
  attachment: 0x69005,
}
/** MAPI properties that are read. */
const property = {
  body: 0x1000,
  rtf: 0x1009,
  html: 0x1013,
  data: 0x3701,
  shortName: 0x3704,
  longName: 0x3707,
  mimeType: 0x370e,
  contentId: 0x3712,
}

interface Draft {
  title: string
  data: Uint8Array
  properties: Map<number, Uint8Array | string>
}

/** Reads what Outlook packed into a winmail.dat; of a damaged file as much as possible. */
export function readTnef(source: Uint8Array, depth = 0): Tnef {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  const drafts: Draft[] = []
  let message = new Map<number, Uint8Array | string>()
  let body = ''
  try {
    if (bytes.readUInt32LE(0) !== signature) return { html: '', text: '', attachments: [] }
    for (let at = 6; at + 9 <= bytes.length; ) {
      const id = bytes.readUInt32LE(at + 1) & 0xfffff
      const length = bytes.readUInt32LE(at + 5)
      const value = bytes.subarray(at + 9, at + 9 + length)
      at += 9 + length + 2
      if (id === attribute.rendering) {
        if (drafts.length >= mostAttachments) break
        drafts.push({ title: '', data: new Uint8Array(), properties: new Map() })
      }
      const draft = drafts.at(-1)
      if (id === attribute.body) body = ansi(value)
      else if (id === attribute.message) message = readProperties(value)
      else if (draft && id === attribute.title) draft.title = ansi(value)
      else if (draft && id === attribute.data) draft.data = value
      else if (draft && id === attribute.attachment) draft.properties = readProperties(value)
    }
  } catch {
    // The stream is cut short; what was read before is kept.
  }
  return {
    html: asText(message.get(property.html)),
    text: asText(message.get(property.body)) || body || rtfOf(message.get(property.rtf)),
    attachments: drafts
      .map(finished)
      .filter(({ content }) => content.length > 0)
      .flatMap((one) => unpacked(one, depth + 1))
      .slice(0, mostAttachments),
  }
}

/** Replaces a nested message by its text and its files. */
function unpacked(one: TnefAttachment, depth: number): TnefAttachment[] {
  const { content, name } = one
  if (depth > mostDepth || content.length < 4 || Buffer.from(content.subarray(0, 4)).readUInt32LE() !== signature)
    return [one]
  const { html, text, attachments } = readTnef(content, depth)
  const body = html || text
  const [mimeType, ending] = html ? ['text/html', '.html'] : ['text/plain', '.txt']
  const inner = { name: `${name}${ending}`, mimeType, content: Buffer.from(body), contentId: '' }
  return body ? [inner, ...attachments] : [...attachments]
}

function finished({ title, data, properties }: Draft): TnefAttachment {
  const inner = properties.get(property.data)
  return {
    name: asText(properties.get(property.longName)) || asText(properties.get(property.shortName)) || title,
    mimeType: asText(properties.get(property.mimeType)).toLowerCase() || 'application/octet-stream',
    content: data.length > 0 || typeof inner !== 'object' ? data : inner,
    contentId: asText(properties.get(property.contentId)).replace(/^<|>$/g, ''),
  }
}

/** Fixed widths of MAPI types in bytes, padded to four. */
const widths: Record<number, number> = { 2: 4, 3: 4, 4: 4, 5: 8, 6: 8, 7: 8, 10: 4, 11: 4, 20: 8, 64: 8, 72: 16 }
const texts = { ansi: 0x1e, unicode: 0x1f, object: 0x0d, binary: 0x102 }

/** Reads the properties by their id, up to the first one that is not understood. */
function readProperties(bytes: Buffer): Map<number, Uint8Array | string> {
  const found = new Map<number, Uint8Array | string>()
  let at = 4
  try {
    const count = bytes.readUInt32LE(0)
    for (let read = 0; read < count; read++) {
      const type = bytes.readUInt16LE(at) & ~0x1000
      const several = (bytes.readUInt16LE(at) & 0x1000) !== 0
      const id = bytes.readUInt16LE(at + 2)
      at += 4
      if (id >= 0x8000) at = afterName(bytes, at)
      const width = widths[type]
      let values = 1
      if (several || width === undefined) {
        values = bytes.readUInt32LE(at)
        at += 4
      }
      for (let value = 0; value < values; value++) {
        if (width !== undefined) {
          at += width
          continue
        }
        if (!Object.values(texts).includes(type)) return found
        const length = bytes.readUInt32LE(at)
        const content = bytes.subarray(at + 4, at + 4 + length)
        if (content.length < length) return found
        at += 4 + Math.ceil(length / 4) * 4
        if (!found.has(id)) found.set(id, readValue(type, content))
      }
    }
  } catch {
    // The properties are cut short.
  }
  return found
}

/** Returns the offset after the name of a named property. */
function afterName(bytes: Buffer, at: number): number {
  const kind = bytes.readUInt32LE(at + 16)
  if (kind === 0) return at + 24
  return at + 24 + Math.ceil(bytes.readUInt32LE(at + 20) / 4) * 4
}

function readValue(type: number, content: Buffer): Uint8Array | string {
  if (type === texts.ansi) return ansi(content)
  if (type === texts.unicode) return content.toString('utf16le').replace(/\0+$/, '')
  // An object begins with the id of its interface.
  return type === texts.object ? content.subarray(16) : content
}

const ansi = (content: Uint8Array) => new TextDecoder().decode(content).replace(/\0+$/, '')
const asText = (value: Uint8Array | string | undefined) => (typeof value === 'object' ? ansi(value) : (value ?? ''))
const rtfOf = (value: Uint8Array | string | undefined) =>
  typeof value === 'object' ? textOfPackedRtf(Buffer.from(value)) : ''
