import { z } from 'zod'
import { Id, Instant, IsoWeekday, OptionalText, PlainDate, QueryFlag, Version } from '../endpoint.ts'

export const emailStates = ['OPEN', 'IN_PROGRESS', 'CLOSED'] as const
export type EmailState = (typeof emailStates)[number]
export const emailDirections = ['INCOMING', 'OUTGOING'] as const
/**
 * Kind of a message by its headers: written by a person, by a machine, to many recipients, about failed or delayed
 * delivery, a recipient's complaint (FEEDBACK), a read receipt, or a calendar message.
 */
export const emailKinds = ['NORMAL', 'AUTO', 'BULK', 'BOUNCE', 'DELAYED', 'FEEDBACK', 'RECEIPT', 'CALENDAR'] as const
export type EmailKind = (typeof emailKinds)[number]
/**
 * DAMAGED: characters or bytes are lost or guessed. TEXT_ONLY: the HTML could not be cleaned. FAILED: only the head
 * could be read. The original source is kept in each case.
 */
export const parseStates = ['WHOLE', 'DAMAGED', 'TEXT_ONLY', 'FAILED'] as const
export type ParseState = (typeof parseStates)[number]
/** Signed or encrypted content, which the product shows but neither verifies nor decrypts. */
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

/** Values for owners that are no users, as in section 9 of the specification. */
export const allOwners = '-99'
export const unassigned = '-2'
export const Owner = z.union([Id, z.enum([allOwners, unassigned])])

export const MailAddress = z.object({ name: z.string(), address: z.string() })
export type MailAddress = z.output<typeof MailAddress>

export const EmailSummary = z.object({
  id: Id,
  version: Version,
  /** First mailbox that holds the message; null once that mailbox is disconnected. */
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
  /** Beginning of the text. */
  preview: z.string(),
  receivedAtUtc: Instant,
  attachmentCount: z.int(),
  commentCount: z.int(),
  threadRef: Id,
  /** Number of messages in the thread. */
  threadCount: z.int(),
  /** Time of the latest answer sent by the product. */
  answeredAtUtc: Instant.nullable(),
  /** Delivery state of an outgoing message. */
  delivery: z.enum(deliveryStates).nullable(),
  deletedAtUtc: Instant.nullable(),
})
export type EmailSummary = z.output<typeof EmailSummary>

export const EmailAttachment = z.object({
  id: Id,
  name: z.string(),
  mimeType: z.string(),
  sizeByte: z.int(),
  /** Picture inside the text; it is listed as an attachment only where the text does not reference it. */
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
  /** Not delivered yet; the sending server still tries. */
  delayed: z.boolean(),
  diagnostic: z.string(),
  /** Message that did not arrive. */
  originalRef: Id.nullable(),
})

export const Email = EmailSummary.extend({
  cc: z.array(MailAddress),
  bcc: z.array(MailAddress),
  replyTo: z.array(MailAddress),
  sentAtUtc: Instant.nullable(),
  messageId: z.string(),
  /** HTML that is safe in a frame of its own: no scripts, no external resources. Empty where there is only text. */
  html: z.string(),
  text: z.string(),
  /** Number of external pictures in the text, which are not loaded. */
  blockedPictures: z.int(),
  parseState: z.enum(parseStates),
  seal: z.enum(emailSeals),
  attachments: z.array(EmailAttachment),
  invitations: z.array(Invitation),
  bounces: z.array(Bounce),
  /** Encounter of the message on the contact's timeline. */
  encounterRef: Id.nullable(),
  /** Contacts with the sender's address; empty where the only one is the contact of the message. */
  proposedContacts: z.array(z.object({ id: Id, fullName: z.string() })),
})
export type Email = z.output<typeof Email>

const repeated = <Item extends z.ZodType<unknown, string>>(item: Item) =>
  z.union([z.string().transform((one) => [one]), z.array(z.string())]).pipe(z.array(item).max(100))

export const EmailFilter = z.object({
  /** Ids of users, -2 for unassigned, -99 for all. */
  assigneeRefs: repeated(Owner).optional(),
  state: repeated(z.enum(emailStates)).optional(),
  direction: z.enum(emailDirections).optional(),
  important: QueryFlag.optional(),
  mailboxRef: Id.optional(),
  contactRef: Id.optional(),
  kind: z.enum(emailKinds).optional(),
  /** First and last day of arrival, in Zurich. */
  receivedFrom: PlainDate.optional(),
  receivedTo: PlainDate.optional(),
  weekday: IsoWeekday.optional(),
  /** True: only answered messages; false: only unanswered ones. */
  answered: QueryFlag.optional(),
  /** Every word occurs in the subject, an address or the text. */
  searchTerm: OptionalText(255).optional(),
  /** True: messages in the bin instead of the others. */
  bin: QueryFlag.optional(),
})
export type EmailFilter = z.output<typeof EmailFilter>
