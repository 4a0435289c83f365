import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { apart, withBracketsInNames } from './addresses.ts'
import { Base64Lines, withoutRemark } from './broken-base64.ts'
import { decodeText, latin } from './charset.ts'
import { Base64, Lines } from './decoders.ts'
import { inUtf8 } from './encoded-words.ts'
import { unflowed } from './flowed.ts'
import { boundaryIn } from './lost-parts.ts'
import { isKnownField } from './mend-source.ts'
import {
  idOf,
  isNamed,
  isPage,
  mendType,
  type Node,
  nameByOtherFields,
  otherVersion,
  readable,
  saysSomething,
  textOf,
} from './mime-part.ts'
import { fromQuotedPrintable, withoutBlanksBehind } from './quoted-printable.ts'
import { takeUuencoded } from './uuencoded.ts'

type TextType = 'plain' | 'html'

interface Internals {
  readonly root: Node
  readonly currentNode: Node
  readonly boundaries: readonly unknown[]
  readonly attachments: Attachment[]
  readonly av: Uint8Array
  readonly readPos: number
  readonly textContent: Record<string, string>
  readonly textMap: Map<Node, Partial<Record<TextType, { value: string }[]>>>
  readonly textTypes: Set<TextType>
  addTextEntry(node: Node, type: TextType, entry: { type: 'text'; value: string }): void
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

/** Parses a message into its parts. Errors: if it is no message, or beyond the limits of the library. */
export async function parseMime(source: Uint8Array): Promise<Parsed> {
  const parser = new Parser({ forceRfc822Attachments: true })
  const mail = await parser.parse(source)
  return { mail, sure: parser.sure }
}

const lookedAhead = 200
/** Maximum nesting of parts with a lost boundary. */
const mostLost = 5
const shownFields = ['from', 'to', 'cc', 'subject']
const addressFields = ['from', 'sender', 'reply-to', 'to', 'cc', 'bcc']

/** Parser that reads what mail programs write as well as what the standards say. */
class Parser extends Base {
  sure = true
  /** Text parts that are files of their own. */
  readonly #named: Node[] = []
  /** Byte ranges of the parts; `closed` means that a boundary ended the part. */
  readonly #places = new Map<Node, { start: number; end: number; closed: boolean }>()
  readonly #base64 = new Map<Node, Base64Lines>()
  /** Whether a multipart/alternative has a plain or HTML version that is not empty. */
  readonly #saysSomething = new Map<Node, boolean>()
  #lost = 0

  /** Accepts headers that end without an empty line, or with one that contains blanks. */
  override async processLine(line: Uint8Array, isFinal: boolean): Promise<void> {
    const { currentNode } = this
    if (currentNode.state === 'header' && line.length > 0 && this.#endsHead(line)) {
      await super.processLine(line.subarray(0, 0), false)
      if (isBlank(line) && !isFinal) return
    }
    const node = this.currentNode
    const wasBody = node.state === 'body'
    if (wasBody) useOwnDecoder(node)
    await super.processLine(wasBody ? this.#readable(node, line) : line, isFinal)
    if (wasBody) this.#note(node, line)
  }

  #readable(node: Node, line: Uint8Array): Uint8Array {
    const { encoding } = node.contentTransferEncoding
    if (encoding === 'quoted-printable') return withoutBlanksBehind(line)
    if (encoding !== 'base64') return line
    if (this.boundaries.length > 0 && line[0] === dash && line[1] === dash) return line
    const lines = this.#base64.get(node) ?? new Base64Lines()
    this.#base64.set(node, lines)
    const { sure, ended } = lines.next(line)
    if (!sure) this.sure = false
    if (ended && node.contentDecoder) node.contentDecoder.update = () => {}
    return withoutRemark(line)
  }

  #note(node: Node, line: Uint8Array): void {
    const place = this.#places.get(node)
    if (this.currentNode !== node) {
      if (place) place.closed = true
    } else if (place) place.end = this.readPos
    else this.#places.set(node, { start: line.byteOffset, end: this.readPos, closed: false })
  }

  /** Returns all bytes of a part that is not in Base64; the library would convert its line ends. */
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
    // If another field follows, the line is a broken one within the header.
    const next = latin(this.av.subarray(this.readPos, this.readPos + lookedAhead))
    return !isKnownField(next) && !(blank && /^[ \t]+\S/.test(next))
  }

  override async collectNode(node: Node, alternative: Node | false, related: boolean): Promise<void> {
    if (!node.contentType.multipart) this.#prepare(node)
    else if (node.childNodes.length === 0) await this.#collectLost(node)
    if (!this.#isUnshown(node)) await super.collectNode(node, alternative, related)
  }

  /** Reads a multipart without parts, whose header has a wrong boundary or none. */
  async #collectLost(node: Node): Promise<void> {
    const { encoding } = node.contentTransferEncoding
    const bytes = encoding === 'base64' ? new Uint8Array(node.content ?? new ArrayBuffer()) : this.#bytesOf(node)
    const text = decodeText(bytes).text
    this.sure = false
    if (text.trim() === '') return
    const boundary = this.#lost < mostLost ? boundaryIn(bytes) : null
    if (boundary === null) return this.addTextEntry(node, 'plain', { type: 'text', value: text })
    const inside = new Parser({ forceRfc822Attachments: true })
    inside.#lost = this.#lost + 1
    const [type] = /^multipart\/[\w.+-]+/.exec(node.contentType.parsed.value) ?? ['multipart/mixed']
    const head = `Content-Type: ${type}; boundary="${boundary}"\r\n\r\n`
    try {
      await inside.parse(Buffer.concat([Buffer.from(head, 'latin1'), bytes]))
    } catch {
      // Beyond the limits of the library.
      return this.addTextEntry(node, 'plain', { type: 'text', value: text })
    }
    for (const [one, texts] of inside.textMap) this.textMap.set(one, texts)
    for (const type of inside.textTypes) this.textTypes.add(type)
    for (const attachment of inside.attachments) this.attachments.push(attachment)
    this.#named.push(...inside.#named)
  }

  /** Whether a part is not shown: an alternative to text or HTML in another format, or the Mac part of a file. */
  #isUnshown({ parentNode, contentType, contentDisposition }: Node): boolean {
    const { value, params } = contentType.parsed
    if (value === 'application/applefile') return parentNode?.contentType.multipart === 'appledouble'
    const { value: disposition, params: named } = contentDisposition.parsed
    if (parentNode?.contentType.multipart !== 'alternative' || disposition === 'attachment') return false
    if (params.name || named.filename) return false
    if (!otherVersion.test(value)) return false
    const says = this.#saysSomething.get(parentNode) ?? parentNode.childNodes.some(saysSomething)
    this.#saysSomething.set(parentNode, says)
    return says
  }

  #prepare(node: Node): void {
    const type = node.contentType.parsed
    mendType(type)
    if (isPage(node)) type.value = 'text/html'
    nameByOtherFields(node)
    for (const { params } of [type, node.contentDisposition.parsed]) {
      for (const key of ['name', 'filename']) if (params[key]) params[key] = inUtf8(params[key]).text
    }
    if (!type.value.includes('/') && !isNamed(node)) type.value = 'text/plain'
    node.contentId = idOf(node)
    const { encoding } = node.contentTransferEncoding
    const isText =
      /^text\/(plain|html)$/.test(type.value) && !/^(utf|ucs)-?(16|32|2|4)/i.test(type.params.charset ?? '')
    const isFile = !isText || node.contentDisposition.parsed.value === 'attachment' || isNamed(node)
    const isCoded = encoding === 'base64' && !(isText && this.#base64.get(node)?.isPlain)
    if (!isCoded && (isFile || encoding === 'base64')) node.content = Uint8Array.from(this.#bytesOf(node)).buffer
    if (/^(x-)?uu(e|encode)$/.test(encoding)) this.#uudecode(node)
    node.getTextContent = () => {
      const { format = '', delsp = '' } = type.params
      const { text, sure } = textOf(type, new Uint8Array(node.content ?? new ArrayBuffer()))
      if (!sure) this.sure = false
      const whole = /^flowed$/i.test(format) ? unflowed(text, /^yes$/i.test(delsp)) : text
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

  /** A text with a name is a file, and so is one of a type that browsers do not show. */
  override isInlineTextNode(node: Node): boolean {
    const isShown = super.isInlineTextNode(node)
    if (isShown && !isNamed(node)) return true
    if (isShown || readable.test(node.contentType.parsed.value)) this.#named.push(node)
    return false
  }

  /** If a message has only files, the first text file is shown as well. */
  override renderTextContent(): void {
    const pages = [...this.textMap.values()].flatMap(({ html = [] }) => html)
    // Each page is wrapped, so that it does not continue the last line of the one before.
    if (pages.length > 1) for (const page of pages) page.value = `<div>${page.value}</div>`
    super.renderTextContent()
    const [first] = this.#named
    if (!first || Object.values(this.textContent).some((text) => text.trim() !== '')) return
    this.textContent[first.contentType.parsed.value === 'text/html' ? 'html' : 'plain'] = first.getTextContent()
  }

  override buildMessage(): Email {
    for (const header of this.root.headers) {
      const { text, sure } = inUtf8(header.value)
      if (!sure && shownFields.includes(header.key)) this.sure = false
      header.value = addressFields.includes(header.key) ? apart(withBracketsInNames(text)) : text
    }
    return super.buildMessage()
  }
}

function useOwnDecoder(node: Node): void {
  const { encoding } = node.contentTransferEncoding
  if (node.contentDecoder instanceof Lines || node.contentDecoder instanceof Base64) return
  if (/base64/i.test(encoding)) node.contentDecoder = new Base64()
  else if (!/quoted-printable/i.test(encoding)) node.contentDecoder = new Lines()
}

const [tab, lf, cr, space, dash] = [9, 10, 13, 32, 45]

const isBlank = (line: Uint8Array) => line.every((byte) => byte === space || byte === tab)
