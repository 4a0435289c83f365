import { z } from 'zod'
import { Id, Instant, IsoWeekday, OptionalText, PlainDate, QueryFlag, Version } from '../endpoint.ts'

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
export const Owner = z.union([Id, z.enum([allOwners, unassigned])])

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
  kind: z.enum(emailKinds).optional(),
  /** Received from this day, and until this one, as days in Zurich. */
  receivedFrom: PlainDate.optional(),
  receivedTo: PlainDate.optional(),
  weekday: IsoWeekday.optional(),
  /** Those alone that were answered. */
  answered: QueryFlag.optional(),
  /** Every word stands in the subject, an address or the text. */
  searchTerm: OptionalText(255).optional(),
  /** Those in the bin instead. */
  bin: QueryFlag.optional(),
})
export type EmailFilter = z.output<typeof EmailFilter>
