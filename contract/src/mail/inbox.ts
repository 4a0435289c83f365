import { z } from 'zod'
import { ById, Done, endpoint, fileAnswer, Id, OptionalText, QueryFlag, SeenVersion } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { DocumentExcerpt, uploadResults } from '../lists/galleries.ts'
import type { Access } from '../permissions.ts'

import { Email, EmailAttachment, EmailFilter, EmailSummary, Owner } from './emails.ts'

const one = '/api/emails/:id'
/** Filing a message also writes to the timeline of a contact. */
const filing: Access = { allOf: ['EMAIL_MODIFY', 'CONTACT_READ', 'ENCOUNTER_CREATE', 'ENCOUNTER_MODIFY'] }
const releasing: Access = { allOf: ['EMAIL_MODIFY', 'CONTACT_READ', 'ENCOUNTER_MODIFY'] }

export const emailApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/emails',
    allow: 'EMAIL_READ',
    costly: { kind: 'SEARCH', with: 'searchTerm' },
    summary: 'A page of e-mails, the latest first; `next` of the answer is `after` of the next page',
    shows: ['email', 'comment'],
    query: EmailFilter.extend({
      after: OptionalText(200).optional(),
      pageSize: z.coerce.number().int().min(1).max(500).default(limits.email.pageSize),
    }),
    response: z.object({ emails: z.array(EmailSummary), next: z.string().nullable() }),
  }),
  count: endpoint({
    method: 'GET',
    path: '/api/emails/_count',
    allow: 'EMAIL_READ',
    costly: { kind: 'SEARCH', with: 'searchTerm' },
    summary:
      'How many e-mails a filter finds, on all pages; with `more` there are others with these words, which were not counted',
    shows: ['email'],
    query: EmailFilter,
    response: z.object({ count: z.int(), more: z.boolean() }),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/api/emails/_counts',
    allow: 'EMAIL_READ',
    summary: 'How many messages are open or in progress, per owner; at most 1000 are counted',
    shows: ['email', 'user'],
    response: z.array(z.object({ owner: Owner, open: z.int(), inProgress: z.int() })),
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
    query: z.object({ contactRef: Id, version: SeenVersion.optional() }),
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
      /** An attachment with the name of a document becomes its new version; otherwise the name gets a number. */
      asNewVersion: QueryFlag.default(false),
      withComments: QueryFlag.default(false),
    }),
    response: z.object({
      encounterRef: Id,
      /** Result of storing each attachment as a document of the contact, with its sentence. */
      attachments: z.array(z.object({ name: z.string(), result: z.enum(uploadResults), detail: z.string() })),
    }),
  }),
  setToOpen: endpoint({
    method: 'PUT',
    path: `${one}/set-to-open`,
    allow: 'EMAIL_MODIFY',
    summary: 'Give it back: nobody works on it',
    params: ById,
    query: z.object({ version: SeenVersion.optional() }),
    response: Email,
  }),
  setInProgress: endpoint({
    method: 'PUT',
    path: `${one}/set-in-progress`,
    allow: 'EMAIL_MODIFY',
    summary: 'Take it, or give it to the user named; with `version`, only if nobody changed it since',
    params: ById,
    query: z.object({ userId: Id.optional(), version: SeenVersion.optional() }),
    response: Email,
  }),
  setToClose: endpoint({
    method: 'PUT',
    path: `${one}/set-to-close`,
    allow: 'EMAIL_MODIFY',
    summary: 'Close it',
    params: ById,
    query: z.object({ version: SeenVersion.optional() }),
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
    query: z.object({ version: SeenVersion.optional() }),
    response: Email,
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
