import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { decodeText } from './charset.ts'
import { inUtf8 } from './encoded-words.ts'
import { isKnownField } from './mend-source.ts'
import { takeUuencoded } from './uuencoded.ts'

interface Parameters {
  readonly value: string
  readonly params: Record<string, string | undefined>
}

/** A MIME part of postal-mime, which does not export its type; its version is pinned. */
interface Node {
  readonly contentType: { parsed: Parameters; multipart: string | false }
  readonly contentDisposition: { parsed: Parameters }
  readonly contentTransferEncoding: { encoding: string }
  readonly parentNode?: Node
  readonly childNodes: readonly Node[]
  readonly state: 'header' | 'body' | 'finished'
  readonly headers: { key: string; value: string }[]
  content: ArrayBuffer | null
  getTextContent: () => string
  decodeFlowedText(text: string, withoutBlanks: boolean): string
}

interface Internals {
  readonly root: Node
  readonly currentNode: Node
  readonly boundaries: readonly unknown[]
  readonly attachments: Attachment[]
  readonly av: Uint8Array
  readonly readPos: number
  readonly textContent: Record<string, string>
  parse(source: Uint8Array): Promise<Email>
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>
  collectNode(node: Node, alternative: Node | false, related: boolean): Promise<void>
  isInlineTextNode(node: Node): boolean
  renderTextContent(): void
  buildMessage(): Email
}

const Base = PostalMime as unknown as new (options: { forceRfc822Attachments: boolean }) => Internals

export interface Parsed {
  readonly mail: Email
  /** False where characters or bytes are lost or guessed. */
  readonly sure: boolean
}

/** Takes a message apart. Errors: where it is no message, or one beyond the limits of the library. */
export async function parseMime(source: Uint8Array): Promise<Parsed> {
  const parser = new Parser({ forceRfc822Attachments: true })
  const mail = await parser.parse(source)
  return { mail, sure: parser.sure }
}

const lookedAhead = 200
const shownFields = ['from', 'to', 'cc', 'subject']

/** Reads besides what the standards say what mail programs write. */
class Parser extends Base {
  sure = true
  /** Texts that are files of their own. */
  readonly #named: Node[] = []
  /** Where the bytes of each part lie; `closed` is one that a boundary ended. */
  readonly #places = new Map<Node, { start: number; end: number; closed: boolean }>()

  /** A head may end without an empty line, or with one that holds blanks. */
  override async processLine(line: Uint8Array, isFinal: boolean): Promise<void> {
    const { currentNode } = this
    if (currentNode.state === 'header' && line.length > 0 && this.#endsHead(line)) {
      await super.processLine(line.subarray(0, 0), false)
      if (isBlank(line) && !isFinal) return
    }
    if (currentNode.state === 'body' && currentNode.contentTransferEncoding.encoding === 'base64' && !isBase64(line))
      if (!(this.boundaries.length > 0 && line[0] === dash && line[1] === dash)) this.sure = false
    const node = this.currentNode
    const wasBody = node.state === 'body'
    const isCoded = wasBody && node.contentTransferEncoding.encoding === 'base64'
    await super.processLine(isCoded ? line.subarray(0, endOfBase64(line)) : line, isFinal)
    if (wasBody) this.#note(node, line)
  }

  #note(node: Node, line: Uint8Array): void {
    const place = this.#places.get(node)
    if (this.currentNode !== node) {
      if (place) place.closed = true
    } else if (place) place.end = this.readPos
    else this.#places.set(node, { start: line.byteOffset, end: this.readPos, closed: false })
  }

  /** The bytes of a part that is not in Base64, to the last: the library makes every line end a line feed. */
  #bytesOf(node: Node): Uint8Array {
    const { start, end, closed } = this.#places.get(node) ?? { start: 0, end: 0, closed: false }
    const bytes = this.av.subarray(start, end)
    // The last line end belongs to the boundary.
    const rest = !closed || bytes.at(-1) !== lf ? bytes : bytes.subarray(0, bytes.at(-2) === cr ? -2 : -1)
    return node.contentTransferEncoding.encoding === 'quoted-printable' ? fromQuotedPrintable(rest) : rest
  }

  #endsHead(line: Uint8Array): boolean {
    if (this.boundaries.length > 0 && line[0] === dash && line[1] === dash) return false
    const blank = isBlank(line)
    if (!blank && (line[0] === space || line[0] === tab)) return false
    const text = latin(line.subarray(0, lookedAhead))
    if (!blank && (/^[!-9;-~]+[ \t]*:/.test(text) || /^>?from /i.test(text))) return false
    // In the middle of a head it is a line that somebody broke.
    const next = latin(this.av.subarray(this.readPos, this.readPos + lookedAhead))
    return !isKnownField(next) && !(blank && /^[ \t]+\S/.test(next))
  }

  override async collectNode(node: Node, alternative: Node | false, related: boolean): Promise<void> {
    if (!node.contentType.multipart) this.#prepare(node)
    return super.collectNode(node, alternative, related)
  }

  #prepare(node: Node): void {
    const type = node.contentType.parsed
    for (const { params } of [type, node.contentDisposition.parsed]) {
      for (const key of ['name', 'filename']) if (params[key]) params[key] = inUtf8(params[key]).text
    }
    const { encoding } = node.contentTransferEncoding
    const isText =
      /^text\/(plain|html)$/.test(type.value) && !/^(utf|ucs)-?(16|32|2|4)/i.test(type.params.charset ?? '')
    const isFile = !isText || node.contentDisposition.parsed.value === 'attachment' || isNamed(node)
    if (isFile && encoding !== 'base64') node.content = Uint8Array.from(this.#bytesOf(node)).buffer
    if (/^(x-)?uu(e|encode)$/.test(encoding)) this.#uudecode(node)
    node.getTextContent = () => {
      const { charset, format = '', delsp = '' } = type.params
      const { text, sure } = decodeText(new Uint8Array(node.content ?? new ArrayBuffer()), charset)
      if (!sure) this.sure = false
      const whole = /^flowed$/i.test(format) ? node.decodeFlowedText(text, /^yes$/i.test(delsp)) : text
      return type.value === 'text/plain' ? this.#withoutFiles(whole) : whole
    }
  }

  #uudecode(node: Node): void {
    const [file] = takeUuencoded(latin(new Uint8Array(node.content ?? new ArrayBuffer()))).files
    if (!file) {
      if (node.content?.byteLength) this.sure = false
      return
    }
    node.content = Uint8Array.from(file.content).buffer
    const { params } = node.contentType.parsed
    if (!params.name && !node.contentDisposition.parsed.params.filename) params.name = file.name
  }

  #withoutFiles(whole: string): string {
    const { text, files } = takeUuencoded(whole)
    for (const { name, content } of files) {
      this.attachments.push({
        filename: name,
        mimeType: 'application/octet-stream',
        disposition: 'attachment',
        content: Uint8Array.from(content).buffer,
      })
    }
    return text
  }

  /** A text with a name is a file. */
  override isInlineTextNode(node: Node): boolean {
    if (!super.isInlineTextNode(node)) return false
    if (!isNamed(node)) return true
    this.#named.push(node)
    return false
  }

  /** Where files are all that there is, the first is shown too. */
  override renderTextContent(): void {
    super.renderTextContent()
    const [first] = this.#named
    if (!first || Object.values(this.textContent).some((text) => text.trim() !== '')) return
    this.textContent[first.contentType.parsed.value === 'text/html' ? 'html' : 'plain'] = first.getTextContent()
  }

  override buildMessage(): Email {
    for (const header of this.root.headers) {
      const { text, sure } = inUtf8(header.value)
      if (!sure && shownFields.includes(header.key)) this.sure = false
      header.value = text
    }
    return super.buildMessage()
  }
}

/** One of several versions of the same text is no file, whatever it is called. */
const isNamed = (node: Node) =>
  Boolean(node.contentDisposition.parsed.params.filename ?? node.contentType.parsed.params.name) && !isVersion(node)

function isVersion({ parentNode, ...node }: Node): boolean {
  if (parentNode?.contentType.multipart === 'alternative') return true
  return parentNode?.contentType.multipart === 'related' && parentNode.childNodes[0]?.contentType === node.contentType
}

const [tab, lf, cr, space, dash, equals] = [9, 10, 13, 32, 45, 61]

function fromQuotedPrintable(bytes: Uint8Array): Uint8Array {
  const decoded = new Uint8Array(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    const next = byte === equals ? latin(bytes.subarray(at + 1, at + 3)) : ''
    if (/^[\da-f]{2}$/i.test(next)) {
      decoded[length++] = Number.parseInt(next, 16)
      at += 2
    } else if (next === '\r\n') at += 2
    else if (next.startsWith('\n')) at += 1
    else decoded[length++] = byte
  }
  return decoded.subarray(0, length)
}

const isBlank = (line: Uint8Array) => line.every((byte) => byte === space || byte === tab)
const latin = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
const letters = new Set(Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/= \t\r'))
/** Padding ends it: what stands behind a blank then is a remark. */
function endOfBase64(line: Uint8Array): number {
  const end = line.indexOf(equals)
  if (end < 0) return line.length
  const rest = /^={1,2}(?=[ \t]+\S)/.exec(latin(line.subarray(end, end + lookedAhead)))
  return rest ? end + rest[0].length : line.length
}
const isBase64 = (line: Uint8Array) => line.every((byte) => letters.has(byte))
