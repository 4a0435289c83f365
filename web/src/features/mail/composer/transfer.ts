import type { BodyOf } from '#contract/endpoint'
import { forwardedLine } from '#contract/lists/placeholders'
import type { EmailAttachment } from '#contract/mail/emails'
import type { Draft, draftApi } from '#contract/mail/outgoing'

/** What a message is begun with; whatever is left out is empty. */
export interface Transfer {
  readonly to?: readonly string[]
  readonly cc?: readonly string[]
  readonly bcc?: readonly string[]
  readonly subject?: string
  /** HTML above the signature. */
  readonly content?: string
  /** HTML below the signature: what is answered or forwarded. */
  readonly quote?: string
  readonly contactRef?: string | null
  /** The flame that it speaks of, whose dossier fills templates. */
  readonly flameRef?: string | null
  /** What it is sent from, where that is not the usual one. */
  readonly mailboxRef?: string | null
  /** The e-mail that it answers or forwards. */
  readonly basedOn?: string | null
  /** Who is answered, by name. */
  readonly answerTo?: string
  readonly forwarded?: boolean
  /** Documents of the contact, shared ones, and pictures of the gallery. */
  readonly documents?: {
    readonly contactDocumentRefs?: readonly string[]
    readonly predefinedDocumentRefs?: readonly string[]
    readonly imageGalleryRefs?: readonly string[]
  }
  /** Attachments of the message that is forwarded. */
  readonly emailAttachments?: readonly EmailAttachment[]
  readonly withoutSignature?: boolean
  /** A draft that is gone on with; nothing else counts then. */
  readonly draft?: Draft
  /** The message that this browser alone knows and that is gone on with. */
  readonly keptRef?: string
  /** What was written in it since. */
  readonly typed?: { readonly [Name in (typeof typedOn)[number]]: Readonly<Message[Name]> }
}

/** What of a message is kept in a draft. */
export type Message = BodyOf<typeof draftApi.add>

const typedOn = [
  'recipients',
  'cc',
  'bcc',
  'subject',
  'bodyAsHtml',
  'contactDocumentRefs',
  'predefinedDocumentRefs',
  'imageGalleryRefs',
] as const

const signaturePlaceholder = '<p>{{userSignature}}</p>'

/** The message as it stands when the composer opens. */
export function messageOf(transfer: Transfer): Message {
  const { draft, documents = {} } = transfer
  if (draft) {
    const { id: _, version: __, files: ___, updatedAtUtc: ____, ...message } = draft
    const { typed = message } = transfer
    return { ...message, ...Object.fromEntries(typedOn.map((name) => [name, typed[name]])) }
  }
  const signature = transfer.withoutSignature ? '' : signaturePlaceholder
  const content = transfer.content || (signature || transfer.quote ? '<p></p>' : '')
  return {
    recipients: [...(transfer.to ?? [])],
    cc: [...(transfer.cc ?? [])],
    bcc: [...(transfer.bcc ?? [])],
    subject: transfer.subject ?? '',
    bodyAsHtml: content + signature + (transfer.quote ?? ''),
    contactDocumentRefs: [...(documents.contactDocumentRefs ?? [])],
    predefinedDocumentRefs: [...(documents.predefinedDocumentRefs ?? [])],
    imageGalleryRefs: [...(documents.imageGalleryRefs ?? [])],
    emailAttachmentRefs: (transfer.emailAttachments ?? []).map(({ id }) => id),
    prints: [],
    mailboxRef: transfer.mailboxRef ?? null,
    basedOn: transfer.basedOn ?? null,
    forwarded: transfer.forwarded ?? false,
    contactRef: transfer.contactRef ?? null,
    flameRef: transfer.flameRef ?? null,
  }
}

const emptyStart = /^(<p>(<br>)?<\/p>)*/
/** As the editor writes the signature, and as it stands in a template that came another way. */
const anySignature = /<p[^<>]*>\s*\{\{\s*userSignature\s*\}\}\s*<\/p>|\{\{\s*userSignature\s*\}\}/g

/**
 * Above what stands there already; the signature of the template takes the place of the one that is there, below one's own
 * text.
 */
export function withTemplate(template: string, before: string): string {
  const [all, quoted] = atQuote(before)
  const { index: at } = [...template.matchAll(anySignature)].at(-1) ?? {}
  if (at === undefined) return template + all.replace(emptyStart, '') + quoted
  const own = all.replace(anySignature, '').replace(emptyStart, '')
  const above = startOfParagraph(template, at)
  return template.slice(0, above) + own + template.slice(above) + quoted
}

export const hasSignature = (html: string) => html.search(anySignature) >= 0

/** Below one's own text, above what is quoted. */
export function withSignature(html: string): string {
  const [own, quoted] = atQuote(html)
  return own + signaturePlaceholder + quoted
}

/** What is quoted or forwarded stands last, with the line above it that says whose it is. */
function atQuote(html: string): [own: string, quoted: string] {
  const at = startOfQuote(html)
  return [html.slice(0, at), html.slice(at)]
}

/** The last quotation that stands in no other one: what somebody quotes by hand above it is their own text. */
function startOfQuote(html: string): number {
  const forwarded = html.search(forwardedLine)
  let depth = 0
  let last = html.length
  let closed = -1
  for (const { 0: tag, index } of html.matchAll(/<\/?blockquote\b/gi)) {
    if (depth === 0 && forwarded > closed && forwarded < index) break
    if (!tag.startsWith('</')) {
      if (depth === 0) last = index
      depth += 1
    } else if (depth > 0) {
      depth -= 1
      closed = index
    }
  }
  if (depth === 0 && forwarded > closed) return startOfParagraph(html, forwarded)
  const line = ':</p>'
  return html.slice(0, last).endsWith(line) ? startOfParagraph(html, last - line.length) : last
}

/** Where the paragraph begins in which this stands; the place itself where it stands in none. */
function startOfParagraph(html: string, at: number): number {
  const start = Math.max(html.lastIndexOf('<p>', at), html.lastIndexOf('<p ', at))
  return start >= 0 && start >= html.lastIndexOf('</p>', at - 1) ? start : at
}
