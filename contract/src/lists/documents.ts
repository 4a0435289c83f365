import { z } from 'zod'
import { Id, Instant, QueryFlag, Version } from '../endpoint.ts'
import { documentKinds, uploadResults } from './galleries.ts'

/** Fields of every document; type, size and time are those of the current version. */
export const documentFields = {
  id: Id,
  version: Version,
  name: z.string(),
  /** Type found in the content, whatever the extension of the name says. */
  mimeType: z.string(),
  documentKind: z.enum(documentKinds).nullable(),
  sizeByte: z.int(),
  uploadedAtUtc: Instant,
  uploadedBy: z.string().nullable(),
  /** Number of contents uploaded under this name. */
  versions: z.int(),
}

export const DocumentVersion = z.object({
  number: z.int(),
  current: z.boolean(),
  mimeType: z.string(),
  documentKind: z.enum(documentKinds).nullable(),
  sizeByte: z.int(),
  uploadedAtUtc: Instant,
  uploadedBy: z.string().nullable(),
})
export type DocumentVersion = z.output<typeof DocumentVersion>

/** Returns the schema of an upload's result. */
export const uploadOf = <Document extends z.ZodType>(document: Document) =>
  z.object({
    result: z.enum(uploadResults),
    /** Result as a sentence, in the language of the request. */
    detail: z.string(),
    /** OK: the document that holds the content. EXIST: the document that held it before. */
    document: document.nullable(),
  })

/** Ids of the record and its document; `ByNumber` adds the version number. */
export const ByAttId = z.object({ id: Id, attId: Id })
export const ByNumber = ByAttId.extend({ number: z.coerce.number<string>().int().min(1).max(1_000_000) })
export const Preview = z.object({ isPreview: QueryFlag.optional() })
