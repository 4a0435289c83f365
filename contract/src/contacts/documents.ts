import { z } from 'zod'
import { ById, Done, endpoint, fileAnswer, Id, Instant, SeenVersion, Text } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { ByAttId, ByNumber, DocumentVersion, documentFields, Preview, uploadOf } from '../lists/documents.ts'
import { DocumentExcerpt, LibraryDocument } from '../lists/galleries.ts'
import { officeStaff } from '../permissions.ts'

export const ContactDocument = z.object({
  ...documentFields,
  contactRef: Id,
  classification: z.object({ id: Id, title: z.string() }).nullable(),
  hasThumbnail: z.boolean(),
})
export type ContactDocument = z.output<typeof ContactDocument>

const UploadedContactDocument = uploadOf(ContactDocument)
export type UploadedContactDocument = z.output<typeof UploadedContactDocument>

const path = '/api/contacts/:id/attachments'
const one = `${path}/:attId`
const versions = `${one}/versions`

/** With the version that the caller started from, a change never overwrites what somebody else saved since. */
const fromVersion = { version: SeenVersion.optional() }
const NoneOr = z.union([z.literal('').transform(() => null), Id])

export const contactDocumentApi = {
  list: endpoint({
    method: 'GET',
    path,
    allow: 'READ_CONTACT_DOCUMENTS',
    summary: 'The documents of a contact that the caller may see, by name',
    shows: ['document contact=:id', 'list'],
    params: ById,
    response: z.array(ContactDocument),
  }),
  count: endpoint({
    method: 'GET',
    path: `${path}/_count`,
    allow: 'READ_CONTACT_DOCUMENTS',
    summary: 'How many documents of a contact the caller may see',
    shows: ['document contact=:id'],
    params: ById,
    response: z.object({ count: z.int() }),
  }),
  bin: endpoint({
    method: 'GET',
    path: `${path}/bin`,
    allow: 'DELETE_CONTACT_DOCUMENTS',
    summary: 'The documents of a contact in the bin, the latest first',
    shows: ['document contact=:id'],
    params: ById,
    response: z.array(ContactDocument.extend({ deletedAtUtc: Instant })),
  }),
  predefined: endpoint({
    method: 'GET',
    path: '/api/contacts/attachments/_predefined',
    allow: officeStaff,
    summary: 'The shared documents that can be attached to a message, by name',
    shows: ['library'],
    response: z.array(LibraryDocument),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/contacts/attachments/:id',
    allow: 'READ_CONTACT_DOCUMENTS',
    summary: 'One document, whichever contact it belongs to now',
    params: ById,
    shows: ['document document=:id'],
    response: ContactDocument,
  }),
  upload: endpoint({
    method: 'POST',
    path,
    allow: 'UPLOAD_CONTACT_DOCUMENTS',
    summary: 'Add one file to a contact; under the name of a document it becomes a new version of that',
    params: ById,
    upload: { maxBytes: limits.document.fileBytes },
    body: z.object({ classification: NoneOr.optional() }),
    response: UploadedContactDocument,
  }),
  download: endpoint({
    method: 'GET',
    path: one,
    allow: 'READ_CONTACT_DOCUMENTS',
    summary: 'The content, whole or a range of it; isPreview shows it in the browser where that is safe',
    params: ByAttId,
    query: Preview,
    response: fileAnswer('application/octet-stream'),
  }),
  excerpt: endpoint({
    method: 'GET',
    path: `${one}/excerpt`,
    allow: 'READ_CONTACT_DOCUMENTS',
    summary: 'What it says: the text of an office file, a mail with its fields',
    shows: ['document document=:attId'],
    params: ByAttId,
    response: DocumentExcerpt,
  }),
  thumbnail: endpoint({
    method: 'GET',
    path: `${one}/thumbnail`,
    allow: 'READ_CONTACT_DOCUMENTS',
    summary: 'A small picture of it',
    params: ByAttId,
    response: fileAnswer('image/webp'),
  }),
  saveThumbnail: endpoint({
    method: 'POST',
    path: `${one}/thumbnail`,
    allow: 'UPLOAD_CONTACT_DOCUMENTS',
    summary: 'Keep the small picture that the browser made of it',
    params: ByAttId,
    upload: { maxBytes: limits.document.thumbnailBytes },
    response: ContactDocument,
  }),
  move: endpoint({
    method: 'PUT',
    path: `${one}/move/:target`,
    allow: 'UPLOAD_CONTACT_DOCUMENTS',
    summary: 'Give a document to another contact; a name that is taken there gets a number',
    params: z.object({ id: Id, attId: Id, target: Id }),
    query: z.object(fromVersion),
    response: ContactDocument,
  }),
  rename: endpoint({
    method: 'PUT',
    path: `${one}/rename`,
    allow: 'UPLOAD_CONTACT_DOCUMENTS',
    summary: 'Rename a document',
    params: ByAttId,
    query: z.object({ newDocumentName: Text(limits.document.nameLength), ...fromVersion }),
    response: ContactDocument,
  }),
  reclassify: endpoint({
    method: 'PUT',
    path: `${one}/reclassification`,
    allow: 'UPLOAD_CONTACT_DOCUMENTS',
    summary: 'Give a document another classification, or none',
    params: ByAttId,
    query: z.object({ newClassificationId: NoneOr.default(null), ...fromVersion }),
    /** Null when the caller may no longer see the document. */
    response: ContactDocument.nullable(),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: one,
    allow: 'DELETE_CONTACT_DOCUMENTS',
    summary: 'Put a document in the bin, from which it goes after 30 days',
    params: ByAttId,
    response: Done,
  }),
  restore: endpoint({
    method: 'PUT',
    path: `${one}/restore`,
    allow: 'DELETE_CONTACT_DOCUMENTS',
    summary: 'Take a document back from the bin; a name that was taken meanwhile gets a number',
    params: ByAttId,
    response: ContactDocument,
  }),
  versions: endpoint({
    method: 'GET',
    path: versions,
    allow: 'READ_CONTACT_DOCUMENTS',
    summary: 'Every content that a document has had, the latest upload first',
    shows: ['document document=:attId'],
    params: ByAttId,
    response: z.array(DocumentVersion),
  }),
  downloadVersion: endpoint({
    method: 'GET',
    path: `${versions}/:number`,
    allow: 'READ_CONTACT_DOCUMENTS',
    summary: 'The content of one version',
    params: ByNumber,
    query: Preview,
    response: fileAnswer('application/octet-stream'),
  }),
  excerptOfVersion: endpoint({
    method: 'GET',
    path: `${versions}/:number/excerpt`,
    allow: 'READ_CONTACT_DOCUMENTS',
    summary: 'What one version says',
    shows: ['document document=:attId'],
    params: ByNumber,
    response: DocumentExcerpt,
  }),
  makeCurrent: endpoint({
    method: 'PUT',
    path: `${versions}/:number/current`,
    allow: 'UPLOAD_CONTACT_DOCUMENTS',
    summary: 'Put an earlier version in force again; the later ones stay',
    params: ByNumber,
    response: ContactDocument,
  }),
}
