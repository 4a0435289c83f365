import { pathOf } from '#contract/endpoint'
import {
  type DocumentExcerpt,
  imageGalleryApi,
  type LibraryApi,
  type LibraryDocument,
  sharedDocumentApi,
  type Uploaded,
} from '#contract/lists/galleries'
import type { Access } from '#contract/permissions'
import { type CallOptions, call } from '../../../api/client.ts'

export interface DocumentValues {
  name: string
  documentClassification: string | null
}

/** A source of files for preview. */
export interface Shelf {
  /** Permission to change files, and to store thumbnails. */
  readonly write: Access
  contentUrl(file: LibraryDocument, isPreview?: boolean): string
  thumbnailUrl(file: LibraryDocument): string
  excerpt(file: LibraryDocument, options: CallOptions): Promise<DocumentExcerpt>
  saveThumbnail(file: LibraryDocument, small: Blob): Promise<unknown>
}

/** A source of files that can be changed: a shared collection, or the documents of a record. */
export interface Library extends Shelf {
  /** False for libraries without classifications. */
  readonly isClassified?: boolean
  upload(file: File, classification: string | null, options: CallOptions): Promise<Uploaded>
  update(file: LibraryDocument, values: DocumentValues, version: number): Promise<unknown>
  remove(file: LibraryDocument): Promise<unknown>
  restore(file: LibraryDocument): Promise<LibraryDocument>
  /** Converts the current record of a conflict to a file of this library. */
  savedNow(current: never): LibraryDocument
}

function shared(api: LibraryApi): Library & { readonly api: LibraryApi } {
  const ref = ({ documentRef }: LibraryDocument) => ({ params: { id: documentRef } })
  return {
    api,
    write: 'GENERAL_ADMIN_FUNCTIONS',
    contentUrl: ({ name }, isPreview) => pathOf(api.download, { name }) + (isPreview ? '?isPreview=true' : ''),
    thumbnailUrl: ({ documentRef }) => pathOf(api.thumbnail, { id: documentRef }),
    excerpt: (file, options) => call(api.excerpt, ref(file), options),
    upload: (file, documentClassification, options) =>
      call(api.upload, { file, body: { documentClassification } }, options),
    saveThumbnail: (file, small) => call(api.saveThumbnail, { ...ref(file), file: small }),
    update: (file, values, version) => call(api.update, { ...ref(file), body: { ...values, version } }),
    remove: (file) => call(api.remove, ref(file)),
    restore: (file) => call(api.restore, ref(file)),
    savedNow: (current) => current,
  }
}

export const imageGallery = shared(imageGalleryApi)
export const sharedDocuments = shared(sharedDocumentApi)

/** Downloads a file. */
export function download(library: Shelf, document: LibraryDocument): void {
  const link = window.document.createElement('a')
  link.href = library.contentUrl(document)
  link.download = document.name
  link.click()
}
