// biome-ignore-all lint/suspicious/noControlCharactersInRegex: contents are told apart by such bytes.
import { setImmediate } from 'node:timers/promises'
import type { DocumentKind } from '#contract/lists/galleries'

/** Type of a content, whatever its name says; `refused` for what a computer would run. */
export interface ContentType {
  readonly mimeType: string
  readonly kind: DocumentKind | null
  readonly refused: boolean
}

/** Returns the type of a text; null when the bytes are no text. `whole` reads all of it, for a type that needs it. */
export async function textType(
  head: Buffer,
  name: string,
  whole: () => Promise<Buffer>,
  tooLong: boolean,
): Promise<ContentType | null> {
  const begin = decodedText(head)
  if (begin === null) return null
  const start = begin.replace(/^\ufeff/, '').trimStart()
  const body = afterProlog(start)
  if (isPage.test(body) || /^<\?(php|=)/i.test(start)) return refusedAs('text/html')
  if (rootElement(body) === 'svg') {
    const harmful = tooLong || (await isHarmful(decodedText(await whole()) ?? ''))
    return { mimeType: 'image/svg+xml', kind: 'IMAGE', refused: harmful }
  }
  if (/http:\/\/www\.w3\.org\/1999\/(xhtml|XSL)/.test(start)) return refusedAs('application/xhtml+xml')
  if (looksLikeMail(start)) return { mimeType: 'message/rfc822', kind: 'EMAIL', refused: false }
  return { mimeType: plainType(start, name), kind: null, refused: false }
}

const refusedAs = (mimeType: string): ContentType => ({ mimeType, kind: null, refused: true })

/** Beginnings, after white space and comments, by which a browser takes a text for a page. */
const isPage =
  /^<(!doctype\s+html|html|head|body|script|iframe|title|style|table|div|a|b|h1|p|br|font|form|img|meta|link|object|embed|base)[\s/>]/i

/** Returns what follows white space, comments and processing instructions at the start of a text. */
function afterProlog(text: string): string {
  let rest = text.trimStart()
  for (;;) {
    const end = rest.startsWith('<!--') ? '-->' : rest.startsWith('<?') ? '?>' : null
    if (end === null) return rest
    const at = rest.indexOf(end, 2)
    if (at < 0) return ''
    rest = rest.slice(at + end.length).trimStart()
  }
}

/** Decodes UTF-8, UTF-16 with a byte order mark, or a single-byte text; null where control characters occur. */
export function decodedText(bytes: Buffer): string | null {
  if (bytes.length >= 2 && bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le')
  if (bytes.length >= 2 && bytes[0] === 0xfe && bytes[1] === 0xff) {
    return Buffer.from(bytes.subarray(0, bytes.length & ~1))
      .swap16()
      .toString('utf16le')
  }
  const text = bytes.toString('utf8')
  return /[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? null : text
}

/** Returns the name of the root element of an XML text, without prefix. */
function rootElement(text: string): string | undefined {
  const rest = afterProlog(text.replace(/^<!doctype[^>[]*(?:\[[^\]]*\][^>]*)?>/i, ''))
  return /^<(?:[\w.-]+:)?([\w.-]+)/.exec(rest)?.[1]?.toLowerCase()
}

/** Upper limits of escapes and of white space in an SVG: more than drawing programs write takes too long to check. */
const [mostEscapes, mostBlanks] = [200_000, 500_000]
const partLength = 256 * 1024

/** Whether an SVG contains anything that could run or load other content. */
async function isHarmful(svg: string): Promise<boolean> {
  if (hasMore(svg, /[&\\]/g, mostEscapes) || hasMore(svg, /[\x00-\x1f\u00a0\ufeff]|\x20{2,}/g, mostBlanks)) return true
  for (const part of partsOf(svg)) {
    if (isPartHarmful(part)) return true
    await setImmediate()
  }
  return false
}

function hasMore(text: string, sign: RegExp, most: number): boolean {
  let count = 0
  while (count <= most && sign.test(text)) count += 1
  return count > most
}

/** Cuts an SVG into parts, each of which begins with an element; harmful content stands within one element. */
function* partsOf(svg: string): Generator<string> {
  for (let from = 0; from < svg.length; ) {
    const next = svg.indexOf('<', from + partLength)
    const to = next < 0 ? svg.length : next
    yield svg.slice(from, to)
    from = to
  }
}

function isPartHarmful(svg: string): boolean {
  const plain = svg
    .replace(/&(quot|apos);/g, '"')
    .replace(/&#x0*([0-9a-f]{1,6});?/gi, (_, code: string) => character(Number.parseInt(code, 16)))
    .replace(/&#0*(\d{1,7});?/g, (_, code: string) => character(Number(code)))
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, code: string) => character(Number.parseInt(code, 16)))
    .replace(/[\x00-\x20\u00a0\ufeff]{2,}|[\x00-\x1f\u00a0\ufeff]/g, ' ')
  const elements =
    /<(?:[\w.-]+:)?(script|foreignObject|iframe|embed|object|handler|listener|html|body|meta|link|base)\b/i
  const addresses = /(j ?a ?v ?a ?s ?c ?r ?i ?p ?t|v ?b ?s ?c ?r ?i ?p ?t) ?:|data: ?(text|application|image\/svg)/i
  const handlers = /[\s"'/]on[a-z]+ ?=/i
  const loads = /url\( ?["']? ?(?!["' ]|#|data:)|@import|image-set ?\(|xml:base ?=/i
  return (
    [elements, addresses, handlers, loads, /<!ENTITY|<\?xml-stylesheet/i].some((pattern) => pattern.test(plain)) ||
    (/attributeName|(?:href|src) ?=/i.test(plain) &&
      plain.split('<').some((element) => changesAddress(element) || bringsIn(element)))
  )
}

/** Whether an element loads external content; a link only leads there. */
const bringsIn = (element: string) =>
  !/^(?:[\w.-]+:)?a[\s/>]/i.test(element) && /[\s:"'/](?:href|src) ?= ?["'] ?(?!["' ]|#|data:)/i.test(element)

/** Whether an element is an animation that sets an address or a handler. */
const changesAddress = (element: string) =>
  /^(?:[\w.-]+:)?(set|animate)/i.test(element) && /attributeName ?= ?["']?(xlink:)?(href|on)/i.test(element)

const character = (code: number) => (code <= 0x10ffff ? String.fromCodePoint(code) : '')

const mailHeader =
  /^(from|to|cc|subject|date|message-id|received|return-path|mime-version|delivered-to|reply-to|content-type|x-[\w-]+|dkim-signature|authentication-results):/i

/** Whether a text begins like an e-mail: header fields only, three known ones, and From, Received or Return-Path. */
function looksLikeMail(text: string): boolean {
  const lines = (text.split(/\r?\n\r?\n/, 1)[0] ?? '').split(/\r?\n/)
  const fields = lines.filter((line) => !/^[ \t]/.test(line))
  return (
    fields.every((line) => /^[\w-]+:/.test(line)) &&
    fields.filter((line) => mailHeader.test(line)).length >= 3 &&
    fields.some((line) => /^(from|received|return-path):/i.test(line))
  )
}

function plainType(start: string, name: string): string {
  if (start.startsWith('BEGIN:VCALENDAR')) return 'text/calendar'
  if (start.startsWith('BEGIN:VCARD')) return 'text/vcard'
  return /\.csv$/i.test(name) ? 'text/csv' : 'text/plain'
}
