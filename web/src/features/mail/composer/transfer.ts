import type { BodyOf } from '#contract/endpoint'
import { forwardedLine } from '#contract/lists/placeholders'
import type { EmailAttachment } from '#contract/mail/emails'
import type { Draft, draftApi } from '#contract/mail/outgoing'

/** The content of a new message; omitted parts are empty. */
export interface Transfer {
  readonly to?: readonly string[]
  readonly cc?: readonly string[]
  readonly bcc?: readonly string[]
  readonly subject?: string
  /** HTML above the signature. */
  readonly content?: string
  /** Quoted HTML below the signature. */
  readonly quote?: string
  readonly contactRef?: string | null
  /** Flame whose dossier fills templates. */
  readonly flameRef?: string | null
  /** Mailbox to send from, if not the default. */
  readonly mailboxRef?: string | null
  /** Id of the e-mail that is answered or forwarded. */
  readonly basedOn?: string | null
  /** Name of the person who is answered. */
  readonly answerTo?: string
  readonly forwarded?: boolean
  /** Documents of the contact, shared documents, and pictures of the gallery. */
  readonly documents?: {
    readonly contactDocumentRefs?: readonly string[]
    readonly predefinedDocumentRefs?: readonly string[]
    readonly imageGalleryRefs?: readonly string[]
  }
  /** Attachments of the forwarded message. */
  readonly emailAttachments?: readonly EmailAttachment[]
  readonly withoutSignature?: boolean
  /** A draft to continue; it replaces all other content. */
  readonly draft?: Draft
  /** Key of a draft stored only in this browser. */
  readonly keptRef?: string
  /** Later changes to the draft. */
  readonly typed?: { readonly [Name in (typeof typedOn)[number]]: Readonly<Message[Name]> }
}

/** The stored content of a message. */
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

/** Returns the initial message of the composer. */
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
/** The placeholder of the signature as written by the editor, and as it occurs in other templates. */
const anySignature = /<p[^<>]*>\s*\{\{\s*userSignature\s*\}\}\s*<\/p>|\{\{\s*userSignature\s*\}\}/g

/** Inserts a template above the existing text; its signature replaces the existing one, below the sender's text. */
export function withTemplate(template: string, before: string): string {
  const [all, quoted] = atQuote(before)
  const { index: at } = [...template.matchAll(anySignature)].at(-1) ?? {}
  if (at === undefined) return template + all.replace(emptyStart, '') + quoted
  const own = all.replace(anySignature, '').replace(emptyStart, '')
  const above = startOfParagraph(template, at)
  return template.slice(0, above) + own + template.slice(above) + quoted
}

export const hasSignature = (html: string) => html.search(anySignature) >= 0

/** Appends the signature to the sender's text, above the quote. */
export function withSignature(html: string): string {
  const [own, quoted] = atQuote(html)
  return own + signaturePlaceholder + quoted
}

/** Splits HTML into the sender's text and the quote, which includes its introduction. */
function atQuote(html: string): [own: string, quoted: string] {
  const at = startOfQuote(html)
  return [html.slice(0, at), html.slice(at)]
}

/** Returns the index of the last top-level quote; quotes above it belong to the sender's text. */
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

/** Returns the start of the paragraph at an index, or the index outside a paragraph. */
function startOfParagraph(html: string, at: number): number {
  const start = Math.max(html.lastIndexOf('<p>', at), html.lastIndexOf('<p ', at))
  return start >= 0 && start >= html.lastIndexOf('</p>', at - 1) ? start : at
}
