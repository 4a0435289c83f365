import { type Attachment, decodeWords, type Email } from 'postal-mime'
import { limits } from '#contract/limits'
import { uuidV7 } from '../../db/uuid-v7.ts'
import { typeOfBytes } from '../../files/content-type.ts'
import { addresses, senderOf } from './addresses.ts'
import { readReport, tellsOfArrival } from './bounce.ts'
import { decodeText } from './charset.ts'
import { classify, refusesAnswers, type Signs } from './classify.ts'
import { endOfHead, hashOfContent } from './head.ts'
import { readInvitation } from './invitations.ts'
import { mailDate } from './mail-date.ts'
import { mendSource } from './mend-source.ts'
import type { ReadAttachment, ReadInvitation, ReadMessage } from './message.ts'
import { parseMime } from './mime-parser.ts'
import { type SafeHtml, safeHtml, textOfSafeHtml } from './safe-html.ts'
import { isSmime, readSmime } from './smime.ts'
import { clean, cut, idLength, oneLine, storable } from './storable.ts'
import { readTnef } from './tnef.ts'

const { subjectLength } = limits.email
const bodyLength = 2_000_000
const mostAttachments = 1000
const mostReferences = 100
const previewLength = 200
/** The headers that are read when only the head is. None describes parts, so that no body is looked for. */
const headFields =
  /^(from|sender|to|cc|reply-to|subject|date|message-id|in-reply-to|references|received|return-path|auto-submitted|precedence|list-id|list-unsubscribe|x-failed-recipients):/i
const mostHeadFields = 100
const mostFieldLength = 10_000

/** Reads a message; one that cannot be read is answered with what its head says. `id` is that of its e-mail. */
export async function readMessage(source: Uint8Array, id: string): Promise<ReadMessage> {
  const bytes = mendSource(source)
  try {
    const { mail, sure } = await parseMime(bytes)
    const wrapped = await signedParts(mail)
    const broken = wrapped ? null : textOfBrokenParts(mail, bytes)
    const isSure = sure && wrapped?.sure !== false && !broken
    const read = assemble({ ...mail, ...(wrapped?.parts ?? broken) }, id, isSure ? 'WHOLE' : 'DAMAGED')
    return { ...read, contentHash: hashOfContent(bytes) }
  } catch {
    return readHead(bytes, id)
  }
}

/** What a signature wraps, in the place of the wrapping. */
async function signedParts(
  mail: Email,
): Promise<{ parts: Pick<Email, 'html' | 'text' | 'attachments'>; sure: boolean } | null> {
  const [wrapping] = mail.attachments
  if (!wrapping || mail.attachments.length > 1 || mail.text || mail.html || !isSmime(wrapping.mimeType)) return null
  const content = readSmime(bytesOf(wrapping))?.content
  if (!content) return null
  const { mail: inside, sure } = await parseMime(mendSource(content))
  const { html = '', text = '', attachments } = inside
  return { parts: { html, text, attachments }, sure }
}

/** Of a message that says that it has parts and has none: what stands below its head, as it is. */
function textOfBrokenParts(mail: Email, bytes: Uint8Array): Pick<Email, 'text'> | null {
  if (mail.text || mail.html || mail.attachments.length > 0) return null
  if (!/^multipart\//i.test(headersOf(mail)('content-type')?.trim() ?? '')) return null
  const head = /\r?\n\r?\n/.exec(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'))
  return head ? { text: decodeText(bytes.subarray(head.index + head[0].length)).text } : null
}

/** Of a message whose rest cannot be read or was not fetched. */
export async function readHead(source: Uint8Array, id: string): Promise<ReadMessage> {
  const text = Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString('latin1')
  const head = text
    .slice(0, endOfHead(text))
    .split(/\r?\n(?![ \t])/)
    .filter((field) => headFields.test(field))
    .slice(0, mostHeadFields)
    .map((field) => field.slice(0, mostFieldLength))
    .join('\r\n')
  const parsed = await parseMime(Buffer.from(`${head}\r\n\r\n`, 'latin1')).catch(() => null)
  const read = assemble(parsed?.mail ?? { headers: [], headerLines: [], attachments: [] }, id, 'FAILED')
  return { ...read, contentHash: hashOfContent(source) }
}

function assemble(mail: Email, id: string, parsed: 'WHOLE' | 'DAMAGED' | 'FAILED'): Omit<ReadMessage, 'contentHash'> {
  const header = headersOf(mail)
  const found = mail.attachments.slice(0, mostAttachments)
  const tnef = found.flatMap((part) => (isTnef(part) ? [readTnef(bytesOf(part))] : []))
  const parts: Part[] = [
    ...found.map((part) => ({
      id: uuidV7(),
      name: part.filename ?? '',
      mimeType: typeOf(part.mimeType, bytesOf(part)),
      content: bytesOf(part),
      contentId: (part.contentId ?? '').replace(/^<|>$/g, ''),
      method: part.method ?? '',
    })),
    ...tnef
      .flatMap(({ attachments }) => attachments)
      .slice(0, mostAttachments - found.length)
      .map(packed),
  ]
  // Before it is made safe: what is taken out later could make a tag.
  const html = clean(mail.html || tnef.map((one) => one.html).find(Boolean) || '')
  const urlOf = (contentId: string) => {
    const part = parts.find((one) => one.contentId === contentId)
    return part && isPicture(part.mimeType) ? `/api/emails/${id}/attachments/${part.id}` : null
  }
  const safe = html ? safeHtml(html, urlOf) : { html: '', blockedPictures: [], shown: new Set<string>() }
  const said =
    (mail.text?.trim() ? mail.text : '') ||
    tnef
      .map((one) => one.text)
      .filter(Boolean)
      .join('\n\n') ||
    textOf(html, safe)
  const text = cut(clean(said), bodyLength)
    .replace(/^(?:[ \t]*\r?\n)+/, '')
    .trimEnd()
  const attachments = parts.map((part, at) => attachmentOf(part, at, safe?.shown))
  const subject = cut(oneLine(mail.subject ?? ''), subjectLength)
  const from = senderOf(header)
  const to = addresses(mail.to)
  const people = [from, ...to].map(({ address }) => address)
  const report = readReport({ parts, subject, body: text, header, people })
  const signs: Signs = {
    header,
    subject,
    fromAddress: from.address,
    fromName: from.name,
    partTypes: parts.map(({ mimeType }) => mimeType),
    onlyDelayed: (report?.recipients.length ?? 0) > 0 && report?.recipients.every(({ delayed }) => delayed) === true,
    arrived: tellsOfArrival(parts),
    text,
    namesRecipient: (report?.recipients.length ?? 0) > 0,
  }
  const kind = classify(signs)
  const isReport = kind === 'BOUNCE' || kind === 'DELAYED' || kind === 'RECEIPT'
  return storable({
    id,
    messageId: idsIn(mail.messageId)[0] ?? '',
    // A report belongs to the thread of the message that it is about.
    inReplyTo: idsIn(mail.inReplyTo)[0] ?? (isReport || kind === 'FEEDBACK' ? report?.originalMessageId : null) ?? '',
    references: capped(idsIn(mail.references)),
    subject,
    from,
    to,
    cc: addresses(mail.cc),
    bcc: addresses(mail.bcc),
    replyTo: addresses(mail.replyTo),
    sentAt: mailDate(header('date')),
    receivedAt: mailDate(/;([^;]*)$/.exec(header('received') ?? '')?.[1]),
    html: safe && (/<img\b/.test(safe.html) || textOfSafeHtml(safe.html)) ? safe.html : '',
    text,
    preview: cut(text.slice(0, 2000).replace(/\s+/g, ' ').trim(), previewLength),
    blockedPictures: (safe?.blockedPictures ?? []).map((url) => cut(url, 2000)),
    attachments,
    invitations: parts.flatMap(invitationsOf),
    kind,
    refusesAnswers: refusesAnswers(signs, kind),
    report: isReport ? report : null,
    seal: sealOf(header('content-type') ?? '', parts, text),
    parseState: parsed === 'FAILED' || safe ? parsed : 'TEXT_ONLY',
  })
}

interface Part {
  readonly id: string
  readonly name: string
  readonly mimeType: string
  readonly content: Uint8Array
  readonly contentId: string
  readonly method: string
}

const packed = (one: Omit<Part, 'id' | 'method'>): Part => ({
  ...one,
  id: uuidV7(),
  method: '',
  mimeType: typeOf(one.mimeType, one.content),
})

/** Words of senders for «some file», or for a picture. */
const vague =
  /^(application\/(octet-stream|(x-|force-)?download|(x-)?binary|(x-)?unknown|x-pdf)|binary\/.*|image\/.*|)$/i

/** What it says that it is; where that says little, what its bytes are. */
function typeOf(mimeType: string, content: Uint8Array): string {
  if (!vague.test(mimeType)) return mimeType
  const known = typeOfBytes(Buffer.from(content.buffer, content.byteOffset, content.byteLength))
  return known && !known.refused ? known.mimeType : mimeType
}

/** The first of several with the same name, as every server on the way has taken it. */
function headersOf(mail: Email): (name: string) => string | undefined {
  const byName = new Map<string, string>()
  for (const { key, value } of mail.headers) if (!byName.has(key)) byName.set(key, value)
  return (name) => byName.get(name)
}

function idsIn(value: string | undefined): string[] {
  if (!value) return []
  const bracketed = [...value.matchAll(/<([^<>]+)>/g)].map(([, id = '']) => id)
  const ids = bracketed.length > 0 ? bracketed : value.trim().split(/\s+/)
  return ids.map((id) => cut(clean(id).replace(/\s+/g, ''), idLength)).filter(Boolean)
}

/** The first, which began the thread, and the latest. */
const capped = (ids: string[]) =>
  ids.length > mostReferences ? [...ids.slice(0, 1), ...ids.slice(1 - mostReferences)] : ids

/** The text of a message that has only HTML; if the HTML cannot be cleaned, it is stripped of tags. */
function textOf(html: string, safe: SafeHtml | null): string {
  if (safe) return textOfSafeHtml(safe.html)
  return html
    .slice(0, 2 * bodyLength)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[ \t]+/g, ' ')
}

const isPicture = (mimeType: string) => /^image\/(png|jpeg|gif|webp)$/.test(mimeType)
const isTnef = ({ mimeType, filename }: Attachment) =>
  /^application\/(vnd\.)?ms-tnef$/.test(mimeType) || /^winmail\.dat$/i.test(filename ?? '')

function bytesOf({ content }: Attachment): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof Uint8Array ? content : new Uint8Array(content)
}

function attachmentOf(part: Part, at: number, shown: ReadonlySet<string> | undefined): ReadAttachment {
  const { id, mimeType, content, contentId } = part
  return {
    id,
    name: fileName(part.name, mimeType, at),
    mimeType: /^[\w.+-]+\/[\w.+-]+$/.test(mimeType) ? mimeType.slice(0, 100).toLowerCase() : 'application/octet-stream',
    content,
    contentId: cut(clean(contentId), idLength),
    inline: contentId !== '' && shown?.has(contentId) === true,
  }
}

const endings: Record<string, string> = {
  'message/rfc822': '.eml',
  'text/calendar': '.ics',
  'text/plain': '.txt',
  'text/html': '.html',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'application/pdf': '.pdf',
  'message/delivery-status': '.txt',
  'text/rfc822-headers': '.txt',
}

/** Without folders, control characters and turns of the writing direction, and not one that Windows reserves. */
function fileName(given: string, mimeType: string, at: number): string {
  const bare = clean(decodeWords(given.slice(0, 5000)))
    .replace(/^.*[\\/]/, '')
    .slice(-500)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is taken out
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"|?*]/g, '')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  const safe = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(bare) ? `_${bare}` : bare
  if (!safe) return `${at + 1}${endings[mimeType] ?? ''}`
  if (safe.length <= 150) return safe.toWellFormed()
  const ending = /\.[^.]{1,10}$/.exec(safe)?.[0] ?? ''
  return `${safe.slice(0, 150 - ending.length)}${ending}`.toWellFormed()
}

function invitationsOf(part: Part): ReadInvitation[] {
  if (part.mimeType !== 'text/calendar' && part.mimeType !== 'application/ics') return []
  const event = readInvitation(clean(new TextDecoder().decode(part.content.subarray(0, 500_000))), part.method)
  return event ? [{ ...event, attachmentId: part.id }] : []
}

function sealOf(contentType: string, parts: readonly Part[], text: string): ReadMessage['seal'] {
  const type = contentType.trim().toLowerCase()
  const isWrapped = /^application\/(x-)?pkcs7-mime/.test(type)
  const isEncrypted =
    type.startsWith('multipart/encrypted') ||
    (isWrapped && type.includes('enveloped-data')) ||
    parts.some(({ mimeType, content }) => isSmime(mimeType) && readSmime(content)?.encrypted) ||
    parts.some(({ mimeType }) => mimeType === 'application/pgp-encrypted') ||
    text.startsWith('-----BEGIN PGP MESSAGE-----')
  if (isEncrypted) return 'ENCRYPTED'
  return isWrapped || type.startsWith('multipart/signed') ? 'SIGNED' : 'NONE'
}
