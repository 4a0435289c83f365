import type { contactDocumentApi } from '#contract/contacts/documents'
import { pathOf } from '#contract/endpoint'
import type { LibraryDocument } from '#contract/lists/galleries'
import type { projectDocumentApi } from '#contract/work/project-documents'
import { call } from '../../../api/client.ts'
import type { Library } from './library.ts'

/** The document calls of a kind of record whose documents have versions. */
export type RecordDocumentApi = typeof contactDocumentApi | typeof projectDocumentApi

/** A document of a record as a library file. */
export interface RecordFile extends LibraryDocument {
  readonly recordRef: string
  readonly uploadedBy: string | null
  readonly versions: number
}

export const attachmentOf = ({ recordRef, documentRef }: RecordFile) => ({ id: recordRef, attId: documentRef })

const preview = (isPreview?: boolean) => (isPreview ? '?isPreview=true' : '')

/** Returns the library functions shared by all kinds of records. */
export function recordLibrary(api: RecordDocumentApi, recordRef: string) {
  const params = ({ documentRef }: LibraryDocument) => ({ id: recordRef, attId: documentRef })
  return {
    params,
    contentUrl: (file, isPreview) => pathOf(api.download, params(file)) + preview(isPreview),
    excerpt: (file, options) => call(api.excerpt, { params: params(file) }, options),
    remove: (file) => call(api.remove, { params: params(file) }),
  } satisfies Partial<Library> & { params: unknown }
}

/** Returns a library for previewing the versions of a document. */
export function versionLibrary(api: RecordDocumentApi, library: Library, document: RecordFile): Library {
  const params = ({ documentRef }: LibraryDocument) => ({ ...attachmentOf(document), number: documentRef })
  return {
    ...library,
    contentUrl: (file, isPreview) => pathOf(api.downloadVersion, params(file)) + preview(isPreview),
    excerpt: (file, options) => call(api.excerptOfVersion, { params: params(file) }, options),
  }
}
