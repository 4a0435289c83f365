import { decodeWords } from 'postal-mime'
import { type Decoded, decodeText, latin } from './charset.ts'
import type { Decoder } from './decoders.ts'
import { inUtf8 } from './encoded-words.ts'
import { charsetOfPage } from './lost-parts.ts'

interface Parameters {
  value: string
  readonly params: Record<string, string | undefined>
}

/** A MIME part of postal-mime, which does not export its type; its version is pinned. */
export interface Node {
  readonly contentType: { parsed: Parameters; multipart: string | false }
  readonly contentDisposition: { parsed: Parameters }
  readonly contentTransferEncoding: { encoding: string }
  readonly parentNode?: Node
  readonly childNodes: readonly Node[]
  readonly state: 'header' | 'body' | 'finished'
  readonly headers: { key: string; value: string }[]
  contentDecoder: Decoder | null
  contentId?: string
  content: ArrayBuffer | null
  getTextContent: () => string
}

/** Number of bytes at the beginning and end of a text that are examined. */
const lookedAhead = 200

/** Whether a part has a file name; an alternative version of a text is no file, whatever its name. */
export const isNamed = (node: Node) =>
  Boolean(node.contentDisposition.parsed.params.filename ?? node.contentType.parsed.params.name) && !isVersion(node)

function isVersion({ parentNode, ...node }: Node): boolean {
  if (parentNode?.contentType.multipart === 'alternative') return true
  return parentNode?.contentType.multipart === 'related' && parentNode.childNodes[0]?.contentType === node.contentType
}

/** Reads a parameter that follows the type without a semicolon, as some programs write it. */
export function mendType(type: Parameters): void {
  const [, value, name = '', said = ''] =
    /^([\w.+-]+\/[\w.+-]+)[\s,:]+(charset|name)="?([^"\s]+)/i.exec(type.value) ?? []
  if (!value) return
  type.value = value
  type.params[name.toLowerCase()] ??= said
}

/** Whether a text is a whole HTML page, despite its declaration. */
export function isPage(node: Node): boolean {
  if (node.contentType.parsed.value !== 'text/plain' || isNamed(node) || isVersion(node)) return false
  const bytes = new Uint8Array(node.content ?? new ArrayBuffer())
  const begins = /^(?:\xef\xbb\xbf)?\s*(?:<!doctype html\b[^<>]{0,300}>\s*)?<html\b/i.test(
    latin(bytes.subarray(0, 5 * lookedAhead)),
  )
  return begins && /<\/html>\s*$/i.test(latin(bytes.subarray(-lookedAhead)))
}

/** Types of text that are shown only if a message has no better version. */
export const otherVersion = /^text\/((x-)?(amp|watch)-html|enriched|richtext|(x-)?markdown)$/

/** Names a file by its description or address, where scanners and SAP write the name. */
export function nameByOtherFields({ contentType, contentDisposition, headers }: Node): void {
  const { value, params } = contentType.parsed
  if (params.name || contentDisposition.parsed.params.filename) return
  if (/^(text\/(plain|html)|message\/.*)$/.test(value) || otherVersion.test(value)) return
  const said = ['content-description', 'content-location'].map(
    (key) => headers.find((one) => one.key === key)?.value ?? '',
  )
  const name = said
    .map((one) => decodeWords(inUtf8(one).text))
    .find((one) => /^[^\\/:*?"<>|\r\n]{1,150}\.[a-z\d]{2,5}$/i.test(one))
  if (name) params.name = name
}

/** Text types that are readable as they are. */
export const readable = /^text\/(plain|html|enriched|richtext|(x-(web-)?)?markdown|(us-)?ascii|x-plain)$/

export const saysSomething = ({ contentType, content }: Node) =>
  /^text\/(plain|html)$/.test(contentType.parsed.value) &&
  /[^\s\0]/.test(Buffer.from(content ?? new ArrayBuffer()).toString('latin1'))

/** Returns the id by which HTML refers to a part: its bare Content-ID, or its Content-Location. */
export function idOf({ contentId, headers }: Node): string | undefined {
  const id = contentId || headers.find(({ key }) => key === 'content-location')?.value
  return id && (/<([^<>]+)>/.exec(id)?.[1] ?? id)
}

export function textOf({ value, params }: Parameters, bytes: Uint8Array): Decoded {
  const decoded = decodeText(bytes, params.charset || (value === 'text/html' ? charsetOfPage(bytes) : undefined))
  if (decoded.sure || value !== 'text/calendar') return decoded
  // Calendars are folded anywhere, even within a character.
  const whole = decodeText(Buffer.from(latin(bytes).replace(/\r?\n[ \t]/g, ''), 'latin1'), params.charset)
  return whole.sure ? whole : decoded
}
