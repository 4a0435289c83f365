import type { Attachment, Email } from 'postal-mime'
import { limits } from '#contract/limits'
import { uuidV7 } from '../../db/uuid-v7.ts'
import { typeOfBytes } from '../../files/content-type.ts'
import { addresses, senderOf } from './addresses.ts'
import { readReport, tellsOfArrival } from './bounce.ts'
import { classify, refusesAnswers, type Signs } from './classify.ts'
import { fileName, nameOfMessage } from './file-name.ts'
import { endOfHead, hashOfContent } from './head.ts'
import { readInvitation } from './invitations.ts'
import { mailDate } from './mail-date.ts'
import { mendSource } from './mend-source.ts'
import type { ReadAttachment, ReadInvitation, ReadMessage } from './message.ts'
import { parseMime } from './mime-parser.ts'
import { picturesOf, takePictures } from './pictures.ts'
import { longestHtml, type SafeHtml, safeHtml, textOfSafeHtml } from './safe-html.ts'
import { isSmime, readSmime } from './smime.ts'
import { clean, cut, idLength, oneLine, storable } from './storable.ts'
import { readTnef } from './tnef.ts'

const { subjectLength } = limits.email
const bodyLength = 2_000_000
const mostAttachments = 1000
const mostReferences = 100
const previewLength = 200
/** Header fields that are parsed if only the header is read. None describes parts, so that no body is expected. */
const headFields =
  /^(from|sender|to|cc|reply-to|subject|date|message-id|in-reply-to|references|received|return-path|auto-submitted|precedence|list-id|list-unsubscribe|x-failed-recipients):/i
const mostHeadFields = 100
const mostFieldLength = 10_000

/** Parses a message; if that fails, only its header is parsed. `id` is that of its e-mail. */
export async function readMessage(source: Uint8Array, id: string): Promise<ReadMessage> {
  const bytes = mendSource(source)
  try {
    const { mail, sure } = await parseMime(bytes)
    const wrapped = await signedParts(mail)
    const isSure = sure && wrapped?.sure !== false
    const read = assemble({ ...mail, ...wrapped?.parts }, id, isSure ? 'WHOLE' : 'DAMAGED')
    return { ...read, contentHash: hashOfContent(bytes) }
  } catch {
    return readHead(bytes, id)
  }
}

/** Returns the parts inside an S/MIME signature, in place of the wrapping. */
async function signedParts(
  mail: Email,
): Promise<{ parts: Pick<Email, 'html' | 'text' | 'attachments'>; sure: boolean } | null> {
  const [wrapping] = mail.attachments
  if (
    !wrapping ||
    mail.attachments.length > 1 ||
    mail.text ||
    mail.html ||
    !isSmime(wrapping.mimeType, wrapping.filename)
  )
    return null
  const content = readSmime(bytesOf(wrapping))?.content
  if (!content) return null
  const { mail: inside, sure } = await parseMime(mendSource(content))
  const { html = '', text = '', attachments } = inside
  return { parts: { html, text, attachments }, sure }
}

/** Parses the header of a message whose rest cannot be read or was not fetched. */
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
  const files = tnef.flatMap(({ attachments }) => attachments).slice(0, mostAttachments - found.length)
  // Cleaned before the HTML is sanitised: removing characters later could create a tag.
  const { html, pictures } = takePictures(
    clean(mail.html || tnef.map((one) => one.html).find(Boolean) || ''),
    mostAttachments - found.length - files.length,
    longestHtml,
  )
  const parts: Part[] = [
    ...found.map((part) => ({
      id: uuidV7(),
      name: part.filename || nameOfMessage(part.mimeType, bytesOf(part)),
      mimeType: typeOf(part.mimeType, bytesOf(part)),
      content: bytesOf(part),
      contentId: part.contentId ?? '',
      method: part.method ?? '',
    })),
    ...[...files, ...pictures].map(packed),
  ]
  const pictureOf = picturesOf(parts)
  const shown = new Set<Part>()
  const urlOf = (source: string) => {
    const part = pictureOf(source)
    if (part) shown.add(part)
    return part ? `/api/emails/${id}/attachments/${part.id}` : null
  }
  const safe = html ? safeHtml(html, urlOf) : { html: '', blockedPictures: [] }
  const said =
    (mail.text?.trim() ? mail.text : '') ||
    tnef
      .map((one) => one.text)
      .filter(Boolean)
      .join('\n\n') ||
    textOf(html, safe)
  const text = cut(clean(said).replace(/\r\n?/g, '\n'), bodyLength)
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
  const attachments = parts.map((part, at) => attachmentOf(part, at, safe !== null && shown.has(part)))
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
    inReplyTo: namedIn(mail.inReplyTo)[0] ?? (isReport || kind === 'FEEDBACK' ? report?.originalMessageId : null) ?? '',
    references: capped(namedIn(mail.references)),
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
    preview: cut(text.slice(0, 2000).replace(pictureInText, '').replace(/\s+/g, ' ').trim(), previewLength),
    blockedPictures: (safe?.blockedPictures ?? []).map((url) => cut(url, 2000)),
    attachments,
    invitations: oncePerEvent(parts.flatMap(invitationsOf)),
    kind,
    refusesAnswers: refusesAnswers(signs, kind),
    report: isReport ? report : null,
    seal: sealOf(header, parts, text),
    parseState: parsed === 'FAILED' || safe ? parsed : 'TEXT_ONLY',
  })
}

/** What Outlook writes into the text for a picture. */
const pictureInText = /\[cid:[^[\]\s]{1,200}\]/g

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

/** MIME types by which senders mean «some file», or a picture. */
const vague =
  /^(application\/(octet-stream|(x-|force-)?download|(x-)?binary|(x-)?unknown|x-pdf)|binary\/.*|image\/.*|)$/i

/** Returns the declared type, or the type of the bytes if the declaration is vague. */
function typeOf(mimeType: string, content: Uint8Array): string {
  if (!vague.test(mimeType)) return mimeType
  const known = typeOfBytes(Buffer.from(content.buffer, content.byteOffset, content.byteLength))
  return known && !known.refused ? known.mimeType : mimeType
}

/** Returns a function for header values; of several fields with a name it takes the first, as servers do. */
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

/** Returns the ids of a field; old programs write words beside them, or in their place. */
const namedIn = (value = '') => idsIn(value).filter((id) => value.includes(`<`) || id.includes('@'))

/** Limits the references to the first, which began the thread, and the latest. */
const capped = (ids: string[]) =>
  ids.length > mostReferences ? [...ids.slice(0, 1), ...ids.slice(1 - mostReferences)] : ids

/** Returns the text of a message that has only HTML; if the HTML cannot be sanitised, its tags are stripped. */
function textOf(html: string, safe: SafeHtml | null): string {
  if (safe) return textOfSafeHtml(safe.html)
  return html
    .slice(0, 2 * bodyLength)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[ \t]+/g, ' ')
}

const isTnef = ({ mimeType, filename }: Attachment) =>
  /^application\/(vnd\.)?ms-tnef$/.test(mimeType) || /^winmail\.dat$/i.test(filename ?? '')

function bytesOf({ content }: Attachment): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof Uint8Array ? content : new Uint8Array(content)
}

function attachmentOf(part: Part, at: number, inline: boolean): ReadAttachment {
  const { id, mimeType, content, contentId } = part
  return {
    id,
    name: fileName(part.name, mimeType, at),
    mimeType: /^[\w.+-]+\/[\w.+-]+$/.test(mimeType) ? mimeType.slice(0, 100).toLowerCase() : 'application/octet-stream',
    content,
    contentId: cut(clean(contentId), idLength),
    inline,
  }
}

const isCalendar = ({ mimeType, name }: Part) =>
  /^(text\/(calendar|x-vcalendar)|application\/ics)$/i.test(mimeType) ||
  (vague.test(mimeType) && /\.(ics|vcs)$/i.test(name))

function invitationsOf(part: Part): ReadInvitation[] {
  if (!isCalendar(part)) return []
  const event = readInvitation(clean(new TextDecoder().decode(part.content.subarray(0, 500_000))), part.method)
  return event ? [{ ...event, attachmentId: part.id }] : []
}

/** Keeps each event once: senders attach the same one as a part of the text and as a file. */
function oncePerEvent(invitations: readonly ReadInvitation[]): ReadInvitation[] {
  const events = new Map<string, ReadInvitation>()
  for (const one of invitations) {
    const event = JSON.stringify({ ...one, attachmentId: '' })
    if (!events.has(event)) events.set(event, one)
  }
  return [...events.values()]
}

function sealOf(
  header: (name: string) => string | undefined,
  parts: readonly Part[],
  text: string,
): ReadMessage['seal'] {
  const type = (header('content-type') ?? '').trim().toLowerCase()
  const isNamed = /\bsmime\.p7m\b/i.test(`${type} ${header('content-disposition')}`)
  const isWrapped =
    /^application\/(x-)?pkcs7-mime/.test(type) || (isNamed && type.startsWith('application/octet-stream'))
  const isEncrypted =
    type.startsWith('multipart/encrypted') ||
    (isWrapped && type.includes('enveloped-data')) ||
    parts.some(({ mimeType, name, content }) => isSmime(mimeType, name) && readSmime(content)?.encrypted) ||
    parts.some(({ mimeType }) => mimeType === 'application/pgp-encrypted') ||
    text.startsWith('-----BEGIN PGP MESSAGE-----')
  if (isEncrypted) return 'ENCRYPTED'
  const isSigned = type.startsWith('multipart/signed') || text.startsWith('-----BEGIN PGP SIGNED MESSAGE-----')
  return isWrapped || isSigned ? 'SIGNED' : 'NONE'
}
