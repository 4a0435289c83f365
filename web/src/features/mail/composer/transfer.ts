import type { BodyOf } from '#contract/endpoint'
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

/**
 * Above what stands there already; the signature of the template takes the place of the one that is there, below one's own
 * text.
 */
export function withTemplate(template: string, before: string): string {
  if (!template.includes('{{userSignature}}')) return template + before.replace(emptyStart, '')
  const [own, quoted] = atQuote(before.replace(signaturePlaceholder, '').replace(emptyStart, ''))
  const at = template.lastIndexOf(signaturePlaceholder)
  return at < 0 ? template + own + quoted : template.slice(0, at) + own + template.slice(at) + quoted
}

/** Below one's own text, above what is quoted. */
export function withSignature(html: string): string {
  const [own, quoted] = atQuote(html)
  return own + signaturePlaceholder + quoted
}

function atQuote(html: string): [own: string, quoted: string] {
  const quote = html.search(/<blockquote/)
  return quote < 0 ? [html, ''] : [html.slice(0, quote), html.slice(quote)]
}
