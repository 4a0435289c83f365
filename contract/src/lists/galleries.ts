import { z } from 'zod'
import { ById, Done, endpoint, fileAnswer, Id, Instant, QueryFlag, Text, Version } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { officeStaff } from '../permissions.ts'

export const documentKinds = ['PDF', 'IMAGE', 'WORD', 'EMAIL'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** Results of one uploaded file. */
export const uploadResults = ['BLACKLISTED', 'EXIST', 'EMPTY', 'STORAGE_FAILED', 'FAILED', 'OK'] as const
export type UploadResult = (typeof uploadResults)[number]

/** File of the image gallery or of the shared documents. */
export const LibraryDocument = z.object({
  documentRef: Id,
  version: Version,
  name: z.string(),
  /** Type found in the content, whatever the extension of the name says. */
  mimeType: z.string(),
  documentKind: z.enum(documentKinds).nullable(),
  sizeByte: z.int(),
  uploadedAtUtc: Instant,
  documentClassification: z.object({ id: Id, title: z.string() }).nullable(),
  hasThumbnail: z.boolean(),
})
export type LibraryDocument = z.output<typeof LibraryDocument>

/** E-mail address with its display name, as one text. */
const MailAddress = z.string()

/** Text of a document, for types that a browser cannot show by itself. */
export const DocumentExcerpt = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('TEXT'), text: z.string(), shortened: z.boolean() }),
  z.object({
    kind: z.literal('MAIL'),
    subject: z.string(),
    from: MailAddress,
    to: z.array(MailAddress),
    cc: z.array(MailAddress),
    sentAtUtc: Instant.nullable(),
    /** HTML without scripts and external resources; null when the mail has no HTML part. */
    html: z.string().nullable(),
    text: z.string(),
    attachments: z.array(z.object({ name: z.string(), sizeByte: z.int() })),
    shortened: z.boolean(),
  }),
  z.object({ kind: z.literal('NONE'), reason: z.enum(['NO_TEXT', 'TOO_LARGE', 'UNREADABLE']) }),
])
export type DocumentExcerpt = z.output<typeof DocumentExcerpt>

const Uploaded = z.object({
  result: z.enum(uploadResults),
  /** Result as a sentence, in the language of the request. */
  detail: z.string(),
  /** OK: the new document. EXIST: the document that holds the same content already. */
  document: LibraryDocument.nullable(),
})
export type Uploaded = z.output<typeof Uploaded>

const write = 'GENERAL_ADMIN_FUNCTIONS'
const Classification = Id.nullable()

/** Returns the calls of a shared collection of files; names are unique within it. */
function library(path: string, what: string) {
  return {
    list: endpoint({
      method: 'GET',
      path,
      allow: officeStaff,
      summary: `The ${what} that the caller may see, by name`,
      shows: ['library', 'list'],
      response: z.array(LibraryDocument),
    }),
    upload: endpoint({
      method: 'POST',
      path,
      allow: write,
      summary: `Add one file to the ${what}; a name that is taken gets a number`,
      upload: { maxBytes: limits.document.fileBytes },
      body: z.object({
        documentClassification: z.union([z.literal('').transform(() => null), Classification]).default(null),
      }),
      response: Uploaded,
    }),
    update: endpoint({
      method: 'PUT',
      path: `${path}/:id`,
      allow: write,
      summary: `Rename or reclassify one of the ${what}`,
      params: ById,
      body: z.object({
        version: Version,
        name: Text(limits.document.nameLength),
        documentClassification: Classification,
      }),
      response: LibraryDocument,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${path}/:id`,
      allow: write,
      summary: `Put one of the ${what} in the bin, from which it goes after 30 days`,
      params: ById,
      response: Done,
    }),
    restore: endpoint({
      method: 'PUT',
      path: `${path}/:id/restore`,
      allow: write,
      summary: `Take one of the ${what} back from the bin`,
      params: ById,
      response: LibraryDocument,
    }),
    download: endpoint({
      method: 'GET',
      path: `${path}/:name`,
      allow: officeStaff,
      summary: 'The content by name, whole or a range of it; isPreview shows it in the browser where that is safe',
      params: z.object({ name: z.string().max(limits.document.nameLength) }),
      query: z.object({ isPreview: QueryFlag.optional() }),
      response: fileAnswer('application/octet-stream'),
    }),
    excerpt: endpoint({
      method: 'GET',
      path: `${path}/:id/excerpt`,
      allow: officeStaff,
      summary: 'What it says: the text of an office file, a mail with its fields',
      shows: ['library'],
      params: ById,
      response: DocumentExcerpt,
    }),
    thumbnail: endpoint({
      method: 'GET',
      path: `${path}/:id/thumbnail`,
      allow: officeStaff,
      summary: 'A small picture of it',
      params: ById,
      response: fileAnswer('image/webp'),
    }),
    saveThumbnail: endpoint({
      method: 'POST',
      path: `${path}/:id/thumbnail`,
      allow: write,
      summary: 'Keep the small picture that the browser made of it',
      params: ById,
      upload: { maxBytes: limits.document.thumbnailBytes },
      response: LibraryDocument,
    }),
  }
}

export const imageGalleryApi = library('/api/image-gallery', 'images of the gallery')
export const sharedDocumentApi = library('/api/shared-documents', 'shared documents')
export type LibraryApi = typeof imageGalleryApi

/** Missing or damaged file of the store, with the rows that reference it. */
const FaultyFile = z.object({ hash: z.string(), usedBy: z.array(z.object({ what: z.string(), id: Id })) })

/** Result of the nightly check of the file store. */
export const FileCheck = z.object({
  id: Id,
  startedAtUtc: Instant,
  /** Null while the check runs. */
  finishedAtUtc: Instant.nullable(),
  files: z.int(),
  sizeByte: z.int(),
  /** Files that this check read and compared with their hash. */
  verified: z.int(),
  missing: z.array(FaultyFile),
  damaged: z.array(FaultyFile),
  /** Files without a referencing row, and how many of these were old enough to be removed. */
  orphaned: z.int(),
  removed: z.int(),
})
export type FileCheck = z.output<typeof FileCheck>

export const fileCheckApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/file-checks',
    allow: write,
    summary: 'The latest looks through the file store, the latest first',
    shows: ['files'],
    response: z.array(FileCheck),
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/file-checks',
    allow: write,
    summary: 'Look through the file store now, in the background',
    response: Done,
  }),
}
