import { z } from 'zod'
import { ById, Done, endpoint, fileAnswer, Id, Instant, OptionalText, QueryFlag, Version } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { DocumentExcerpt, uploadResults } from '../lists/galleries.ts'
import type { Access } from '../permissions.ts'

export const emailStates = ['OPEN', 'IN_PROGRESS', 'CLOSED'] as const
export type EmailState = (typeof emailStates)[number]
export const emailDirections = ['INCOMING', 'OUTGOING'] as const
/**
 * What a message is by its headers: written by a person, by a machine, to many, about one that did not arrive or (FEEDBACK)
 * that its recipient complained about.
 */
export const emailKinds = ['NORMAL', 'AUTO', 'BULK', 'BOUNCE', 'DELAYED', 'FEEDBACK', 'RECEIPT', 'CALENDAR'] as const
export type EmailKind = (typeof emailKinds)[number]
/**
 * DAMAGED: characters or bytes of it are lost or guessed; FAILED: only the head could be read. The source is there as it
 * came.
 */
export const parseStates = ['WHOLE', 'DAMAGED', 'TEXT_ONLY', 'FAILED'] as const
export type ParseState = (typeof parseStates)[number]
/** Content that this product shows but does not check or open. */
export const emailSeals = ['NONE', 'SIGNED', 'ENCRYPTED'] as const
export const deliveryStates = [
  'WAITING',
  'SENDING',
  'SENT',
  'ACCEPTED',
  'PARTLY_ACCEPTED',
  'FAILED',
  'UNCLEAR',
  'UNDELIVERABLE',
] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Owners that are no user, as section 9 of the specification has them. */
export const allOwners = '-99'
export const unassigned = '-2'
const Owner = z.union([Id, z.enum([allOwners, unassigned])])

export const MailAddress = z.object({ name: z.string(), address: z.string() })
export type MailAddress = z.output<typeof MailAddress>

export const EmailSummary = z.object({
  id: Id,
  version: Version,
  /** The first mailbox that holds it; null once that is disconnected. */
  mailboxRef: Id.nullable(),
  assigneeRef: Id.nullable(),
  contactRef: Id.nullable(),
  contactName: z.string().nullable(),
  direction: z.enum(emailDirections),
  kind: z.enum(emailKinds),
  state: z.enum(emailStates),
  important: z.boolean(),
  seen: z.boolean(),
  subject: z.string(),
  from: MailAddress,
  to: z.array(MailAddress),
  /** The beginning of its text. */
  preview: z.string(),
  receivedAtUtc: Instant,
  attachmentCount: z.int(),
  commentCount: z.int(),
  threadRef: Id,
  /** How many messages its thread has. */
  threadCount: z.int(),
  /** The latest answer that left from here. */
  answeredAtUtc: Instant.nullable(),
  /** Of an outgoing message. */
  delivery: z.enum(deliveryStates).nullable(),
  deletedAtUtc: Instant.nullable(),
})
export type EmailSummary = z.output<typeof EmailSummary>

export const EmailAttachment = z.object({
  id: Id,
  name: z.string(),
  mimeType: z.string(),
  sizeByte: z.int(),
  /** A picture that stands in the text; it is listed only where the text does not name it. */
  inline: z.boolean(),
  thumbnail: z.boolean(),
})
export type EmailAttachment = z.output<typeof EmailAttachment>

const Invitation = z.object({
  method: z.string(),
  title: z.string(),
  startsAtUtc: Instant.nullable(),
  endsAtUtc: Instant.nullable(),
  wholeDay: z.boolean(),
  place: z.string(),
  organiser: z.string(),
  attachmentRef: Id,
})
const Bounce = z.object({
  recipient: z.string(),
  status: z.string(),
  /** It may still arrive. */
  delayed: z.boolean(),
  diagnostic: z.string(),
  /** The message that did not arrive. */
  originalRef: Id.nullable(),
})

export const Email = EmailSummary.extend({
  cc: z.array(MailAddress),
  bcc: z.array(MailAddress),
  replyTo: z.array(MailAddress),
  sentAtUtc: Instant.nullable(),
  messageId: z.string(),
  /** Safe to show in a frame of its own: no script, nothing from elsewhere. Empty where there is text alone. */
  html: z.string(),
  text: z.string(),
  /** Pictures from elsewhere that the text asks for. */
  blockedPictures: z.int(),
  parseState: z.enum(parseStates),
  seal: z.enum(emailSeals),
  attachments: z.array(EmailAttachment),
  invitations: z.array(Invitation),
  bounces: z.array(Bounce),
  /** Where it stands on the contact's timeline. */
  encounterRef: Id.nullable(),
  /** Contacts whose address it came from, when they are several or it belongs to none of them yet. */
  proposedContacts: z.array(z.object({ id: Id, fullName: z.string() })),
})
export type Email = z.output<typeof Email>

const repeated = <Item extends z.ZodType<unknown, string>>(item: Item) =>
  z.union([z.string().transform((one) => [one]), z.array(z.string())]).pipe(z.array(item).max(100))

export const EmailFilter = z.object({
  /** Users, -2 for unassigned, -99 for all. */
  assigneeRefs: repeated(Owner).optional(),
  state: repeated(z.enum(emailStates)).optional(),
  direction: z.enum(emailDirections).optional(),
  important: QueryFlag.optional(),
  mailboxRef: Id.optional(),
  contactRef: Id.optional(),
  /** Every word stands in the subject, an address or the text. */
  searchTerm: OptionalText(255).optional(),
  /** Those in the bin instead. */
  bin: QueryFlag.optional(),
})
export type EmailFilter = z.output<typeof EmailFilter>

/** Who looks at a message or answers it right now. */
export const activities = ['VIEWING', 'ANSWERING'] as const
export const Presence = z.object({ emailRef: Id, userRef: Id, username: z.string(), activity: z.enum(activities) })
export type Presence = z.output<typeof Presence>

const one = '/api/emails/:id'
/** Whoever files a message writes on the timeline of a contact. */
const filing: Access = { allOf: ['EMAIL_MODIFY', 'CONTACT_READ', 'ENCOUNTER_CREATE', 'ENCOUNTER_MODIFY'] }
const releasing: Access = { allOf: ['EMAIL_MODIFY', 'CONTACT_READ', 'ENCOUNTER_MODIFY'] }

export const emailApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/emails',
    allow: 'EMAIL_READ',
    summary: 'A page of e-mails, the latest first; `next` of the answer is `after` of the next page',
    shows: ['email', 'comment'],
    query: EmailFilter.extend({
      after: OptionalText(200).optional(),
      pageSize: z.coerce.number().int().min(1).max(500).default(limits.email.pageSize),
    }),
    response: z.object({ emails: z.array(EmailSummary), next: z.string().nullable() }),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/api/emails/_counts',
    allow: 'EMAIL_READ',
    summary: 'How many messages are open or in progress, per owner; at most 1000 are counted',
    shows: ['email', 'user'],
    response: z.array(z.object({ owner: Owner, open: z.int(), inProgress: z.int() })),
  }),
  presence: endpoint({
    method: 'GET',
    path: '/api/emails/_presence',
    allow: 'EMAIL_READ',
    summary: 'Who looks at which message or answers it right now, but for oneself',
    shows: ['presence'],
    response: z.array(Presence),
  }),
  get: endpoint({
    method: 'GET',
    path: one,
    allow: 'EMAIL_READ',
    summary: 'One e-mail',
    shows: ['email email=:id', 'comment upstream=:id'],
    params: ById,
    response: Email,
  }),
  thread: endpoint({
    method: 'GET',
    path: `${one}/thread`,
    allow: 'EMAIL_READ',
    summary: 'The messages of its thread, the earliest first; at most 500',
    shows: ['email', 'comment'],
    params: ById,
    response: z.array(EmailSummary),
  }),
  attachments: endpoint({
    method: 'GET',
    path: `${one}/attachments`,
    allow: 'EMAIL_READ',
    summary: 'The attachments of an e-mail',
    shows: ['email email=:id'],
    params: ById,
    response: z.array(EmailAttachment),
  }),
  attachment: endpoint({
    method: 'GET',
    path: `${one}/attachments/:attId`,
    allow: 'EMAIL_READ',
    summary: 'The content of an attachment; isPreview shows what a browser can show',
    params: ById.extend({ attId: Id }),
    query: z.object({ isPreview: QueryFlag.optional(), thumbnail: QueryFlag.optional() }),
    response: fileAnswer('application/octet-stream'),
  }),
  excerpt: endpoint({
    method: 'GET',
    path: `${one}/attachments/:attId/excerpt`,
    allow: 'EMAIL_READ',
    summary: 'What an attachment says that a browser cannot show by itself',
    shows: [],
    params: ById.extend({ attId: Id }),
    response: DocumentExcerpt,
  }),
  saveThumbnail: endpoint({
    method: 'POST',
    path: `${one}/attachments/:attId/thumbnail`,
    allow: 'EMAIL_READ',
    summary: 'Keep the small picture that the browser made of an attachment',
    params: ById.extend({ attId: Id }),
    upload: { maxBytes: limits.document.thumbnailBytes },
    response: EmailAttachment,
  }),
  picture: endpoint({
    method: 'GET',
    path: `${one}/pictures/:number`,
    allow: 'EMAIL_READ',
    summary: 'A picture from elsewhere that the text asks for, counted from 0, fetched by the server',
    params: ById.extend({ number: z.coerce.number().int().min(0).max(9999) }),
    response: fileAnswer('application/octet-stream'),
  }),
  source: endpoint({
    method: 'GET',
    path: `${one}/source`,
    allow: 'EMAIL_READ',
    summary: 'The message as it came',
    params: ById,
    query: z.object({ isPreview: QueryFlag.optional() }),
    response: fileAnswer('message/rfc822'),
  }),
  linkToContact: endpoint({
    method: 'PUT',
    path: `${one}/link-to-contact`,
    allow: filing,
    summary: 'Say whose message it is; it appears on their timeline',
    params: ById,
    query: z.object({ contactRef: Id }),
    response: Email,
  }),
  addToEncounter: endpoint({
    method: 'PUT',
    path: `${one}/add-to-encounter`,
    allow: filing,
    summary:
      'File it as an encounter of a contact too, with its attachments as documents and its comments if asked for',
    params: ById,
    query: z.object({
      contactRef: Id,
      withAttachment: QueryFlag.default(false),
      /** An attachment under the name of a document becomes its new version; otherwise its name gets a number. */
      asNewVersion: QueryFlag.default(false),
      withComments: QueryFlag.default(false),
    }),
    response: z.object({
      encounterRef: Id,
      /** What became of each attachment as a document of the contact, with the sentence for it. */
      attachments: z.array(z.object({ name: z.string(), result: z.enum(uploadResults), detail: z.string() })),
    }),
  }),
  setToOpen: endpoint({
    method: 'PUT',
    path: `${one}/set-to-open`,
    allow: 'EMAIL_MODIFY',
    summary: 'Give it back: nobody works on it',
    params: ById,
    query: z.object({ version: z.coerce.number().int().optional() }),
    response: Email,
  }),
  setInProgress: endpoint({
    method: 'PUT',
    path: `${one}/set-in-progress`,
    allow: 'EMAIL_MODIFY',
    summary: 'Take it, or give it to the user named; with `version`, only if nobody changed it since',
    params: ById,
    query: z.object({ userId: Id.optional(), version: z.coerce.number().int().optional() }),
    response: Email,
  }),
  setToClose: endpoint({
    method: 'PUT',
    path: `${one}/set-to-close`,
    allow: 'EMAIL_MODIFY',
    summary: 'Close it',
    params: ById,
    query: z.object({ version: z.coerce.number().int().optional() }),
    response: Email,
  }),
  toggleImportant: endpoint({
    method: 'PUT',
    path: `${one}/toggle-important`,
    allow: 'EMAIL_MODIFY',
    summary: 'Mark it as important, or no longer',
    params: ById,
    response: Email,
  }),
  setSeen: endpoint({
    method: 'PUT',
    path: `${one}/set-seen`,
    allow: 'EMAIL_MODIFY',
    summary: 'Mark it as read or unread, here and on the server of its mailbox',
    params: ById,
    query: z.object({ seen: QueryFlag.default(true) }),
    response: Done,
  }),
  releaseContact: endpoint({
    method: 'PUT',
    path: `${one}/release-contact`,
    allow: releasing,
    summary: 'It is not of this contact: the link and its encounter go',
    params: ById,
    response: Email,
  }),
  bePresent: endpoint({
    method: 'PUT',
    path: `${one}/presence`,
    allow: 'EMAIL_READ',
    summary: 'Say that one looks at it or answers it, or no longer; it lapses by itself. Answers who else does',
    params: ById,
    body: z.object({ activity: z.enum(activities).nullable() }),
    response: z.array(Presence),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: one,
    allow: 'EMAIL_DELETE',
    summary: 'Move it to the bin, here and on the server of its mailbox',
    params: ById,
    query: z.object({ mailboxId: Id.optional() }),
    response: Done,
  }),
  restore: endpoint({
    method: 'PUT',
    path: `${one}/restore`,
    allow: 'EMAIL_DELETE',
    summary: 'Bring it back from the bin',
    params: ById,
    response: Email,
  }),
}
