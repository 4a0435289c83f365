import { z } from 'zod'
import { ById, Done, endpoint, fileAnswer, Id, Instant, OptionalText, Version } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { deliveryStates, MailAddress } from './emails.ts'

const { email } = limits

/** Address of a recipient: longer than 3 characters, '@' after the first; the server checks more before sending. */
const Recipient = z
  .string()
  .trim()
  .max(320)
  .refine((text) => text.length > 3 && text.indexOf('@') > 0, { params: { code: 'EMAIL' } })
const Recipients = z.array(Recipient).max(email.recipients).default([])
const Refs = z.array(Id).max(email.attachments).default([])

/** Prints of the flame's dossier that are attached; they are created again when the message is sent. */
export const mailPrints = ['dossier', 'deliveryNote', 'crateLabels'] as const
export type MailPrint = (typeof mailPrints)[number]

const content = {
  recipients: Recipients,
  cc: Recipients,
  bcc: Recipients,
  subject: OptionalText(email.subjectLength).default(''),
  bodyAsHtml: z.string().max(limits.html.length).default(''),
  contactDocumentRefs: Refs,
  predefinedDocumentRefs: Refs,
  imageGalleryRefs: Refs,
  prints: z.array(z.enum(mailPrints)).max(mailPrints.length).default([]),
}

/** Message part of a multipart request, as JSON text. */
export const OutgoingMessage = z.object({
  ...content,
  recipients: Recipients.refine((list) => list.length > 0, { params: { code: 'REQUIRED' } }),
  /** Key of one composed message: sending it again returns the same answer and sends nothing twice. */
  idempotencyKey: Id.optional(),
  /** Files that the draft already holds. */
  draftFileRefs: Refs,
  /** Draft that sending removes and undoing restores. */
  draftRef: Id.nullable().default(null),
  /** Attachments of the forwarded message. */
  emailAttachmentRefs: Refs,
  forwarded: z.boolean().default(false),
  /** Contact that the message was begun from; kept for the draft that undoing restores. */
  contactRef: Id.nullable().default(null),
  /** Flame of the message; left out if it is gone or the caller may not see it. */
  flameRef: Id.nullable().default(null),
  /** True: placeholders without a value are sent as «…»; false: they are refused with OPEN_PLACEHOLDERS. */
  withOpenPlaceholders: z.boolean().default(false),
})
export type OutgoingMessage = z.output<typeof OutgoingMessage>

const File = z.object({ id: Id, name: z.string(), mimeType: z.string(), sizeByte: z.int() })
export type DraftFile = z.output<typeof File>

const draftFields = {
  ...content,
  mailboxRef: Id.nullable().default(null),
  /** E-mail that is answered or forwarded. */
  basedOn: Id.nullable().default(null),
  forwarded: z.boolean().default(false),
  emailAttachmentRefs: Refs,
  contactRef: Id.nullable().default(null),
  /** Flame of the message; left out if it is gone or the author may not see it. */
  flameRef: Id.nullable().default(null),
}
export const Draft = z.object({
  id: Id,
  version: Version,
  ...draftFields,
  files: z.array(File),
  updatedAtUtc: Instant,
})
export type Draft = z.output<typeof Draft>
const NewDraft = z.object(draftFields)
const DraftChange = z.object({ version: Version, ...draftFields })

/** Drafts of the caller. */
export const draftApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/email-drafts',
    allow: 'EMAIL_CREATE',
    summary: 'The own drafts, the latest first',
    shows: ['draft'],
    response: z.array(Draft),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/email-drafts/:id',
    allow: 'EMAIL_CREATE',
    summary: 'One of the own drafts',
    params: ById,
    shows: ['draft draft=:id'],
    response: Draft,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/email-drafts',
    allow: 'EMAIL_CREATE',
    summary: 'Keep a draft',
    body: NewDraft,
    response: Draft,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/email-drafts/:id',
    allow: 'EMAIL_CREATE',
    summary: 'Change a draft',
    params: ById,
    body: DraftChange,
    response: Draft,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/email-drafts/:id',
    allow: 'EMAIL_CREATE',
    summary: 'Throw a draft away',
    ends: true,
    params: ById,
    response: Done,
  }),
  addFile: endpoint({
    method: 'POST',
    path: '/api/email-drafts/:id/files',
    allow: 'EMAIL_CREATE',
    summary: 'Attach a file to a draft; at most 49 attachments of all kinds',
    params: ById,
    upload: { maxBytes: email.fileBytes },
    response: File,
  }),
  removeFile: endpoint({
    method: 'DELETE',
    path: '/api/email-drafts/:id/files/:fileId',
    allow: 'EMAIL_CREATE',
    summary: 'Take a file off a draft',
    params: ById.extend({ fileId: Id }),
    response: Done,
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/email-drafts/:id/files/:fileId',
    allow: 'EMAIL_CREATE',
    summary: 'The content of a file of a draft',
    params: ById.extend({ fileId: Id }),
    response: fileAnswer('application/octet-stream'),
  }),
}

const Handed = z.object({
  outboxRef: Id,
  /** Outgoing e-mail. */
  emailRef: Id,
  /** Until then sending can be undone. */
  leavesAtUtc: Instant,
})
export type Handed = z.output<typeof Handed>

export const OutboxItem = z.object({
  id: Id,
  emailRef: Id,
  mailboxRef: Id.nullable(),
  state: z.enum(deliveryStates),
  subject: z.string(),
  to: z.array(MailAddress),
  createdBy: z.string().nullable(),
  createdAtUtc: Instant,
  leavesAtUtc: Instant,
  sentAtUtc: Instant.nullable(),
  attempts: z.int(),
  nextTryAtUtc: Instant.nullable(),
  /** Recipients that the server refused, with its answer. */
  refused: z.array(z.object({ address: z.string(), said: z.string() })),
  /** Why the message waits, failed or is unclear, in the language of the request. */
  detail: z.string(),
  said: z.string(),
  /** The copy is not in the Sent folder yet. */
  copyMissing: z.boolean(),
  /** Marked as settled by a person: the outbox list leaves it out once it is three days old. */
  settled: z.boolean(),
  /** Sending can still be undone. */
  undoable: z.boolean(),
})
export type OutboxItem = z.output<typeof OutboxItem>

/** Id in a query, or the text `null` for none. */
const IdOrNull = z.union([Id, z.literal('null').transform(() => undefined)]).optional()

const warningKinds = ['ANSWERED_MEANWHILE', 'CLOSED_MEANWHILE', 'ASSIGNED_ELSEWHERE', 'BOUNCED', 'OWN_ADDRESS'] as const

export const outgoingApi = {
  send: endpoint({
    method: 'POST',
    path: '/api/mailboxes/:id/_sendMessage',
    allow: 'EMAIL_CREATE',
    summary:
      'Send a message: multipart with the field `message` (JSON) and up to 49 files. With an idempotencyKey a repeated call sends nothing twice',
    params: ById,
    query: z.object({
      rootEmailId: IdOrNull,
      contactIdForFurtherEncounter: IdOrNull,
    }),
    upload: { maxBytes: email.fileBytes, maxFiles: email.attachments, maxFieldBytes: 8_000_000 },
    body: z.object({
      message: z
        .string()
        .max(3_000_000)
        .transform((text, ctx) => {
          try {
            return JSON.parse(text) as unknown
          } catch {
            ctx.addIssue({ code: 'custom', params: { code: 'REQUIRED' } })
            return z.NEVER
          }
        })
        .pipe(OutgoingMessage),
    }),
    response: Handed,
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/outgoing/_check',
    reads: true,
    allow: 'EMAIL_CREATE',
    summary: 'What looks wrong with a message that is about to be sent',
    shows: [],
    body: z.object({
      recipients: z.array(z.string().max(320)).max(3 * email.recipients),
      rootEmailId: Id.nullable().default(null),
      /** Time at which the answer was begun. */
      since: Instant.nullable().default(null),
    }),
    response: z.array(
      z.object({ kind: z.enum(warningKinds), address: z.string(), who: z.string(), at: Instant.nullable() }),
    ),
  }),
  outbox: endpoint({
    method: 'GET',
    path: '/api/outgoing',
    allow: 'EMAIL_CREATE',
    summary: 'What waits, failed, is unclear or left lately: one’s own, or everybody’s for an admin',
    query: z.object({ everybody: z.enum(['true', 'false']).optional() }),
    shows: ['outbox'],
    response: z.array(OutboxItem),
  }),
  undo: endpoint({
    method: 'PUT',
    path: '/api/outgoing/:id/undo',
    allow: 'EMAIL_CREATE',
    summary: 'Take a message back that has not left yet; answers the draft as it was',
    params: ById,
    response: Draft,
  }),
  retry: endpoint({
    method: 'PUT',
    path: '/api/outgoing/:id/retry',
    allow: 'EMAIL_CREATE',
    summary: 'Send a message again that failed or is unclear; of a partly accepted one only to those refused',
    params: ById,
    response: OutboxItem,
  }),
  settle: endpoint({
    method: 'PUT',
    path: '/api/outgoing/:id/settle',
    allow: 'EMAIL_CREATE',
    summary: 'Let a failed or unclear message rest: it is not sent again',
    params: ById,
    response: OutboxItem,
  }),
}
