import { z } from 'zod'
import { Id, Instant, QueryFlag, Version } from '../endpoint.ts'
import { documentKinds, uploadResults } from './galleries.ts'

/** What the documents of a record have; type, size and time are those of the current version. */
export const documentFields = {
  id: Id,
  version: Version,
  name: z.string(),
  /** As the content says it, whatever the name ends in. */
  mimeType: z.string(),
  documentKind: z.enum(documentKinds).nullable(),
  sizeByte: z.int(),
  uploadedAtUtc: Instant,
  uploadedBy: z.string().nullable(),
  /** How many contents have been uploaded under this name. */
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

/** What became of an upload. */
export const uploadOf = <Document extends z.ZodType>(document: Document) =>
  z.object({
    result: z.enum(uploadResults),
    /** The sentence of the result, in the language of the request. */
    detail: z.string(),
    /** OK: the document that holds the content now. EXIST: the one that held it already. */
    document: document.nullable(),
  })

/** A document by the record that it belongs to, and one version of it. */
export const ByAttId = z.object({ id: Id, attId: Id })
export const ByNumber = ByAttId.extend({ number: z.coerce.number<string>().int().min(1).max(1_000_000) })
export const Preview = z.object({ isPreview: QueryFlag.optional() })
