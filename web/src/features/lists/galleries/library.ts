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

/** Where files lie that are looked at. */
export interface Shelf {
  /** Who may add and change, and keep the small pictures. */
  readonly write: Access
  contentUrl(file: LibraryDocument, isPreview?: boolean): string
  thumbnailUrl(file: LibraryDocument): string
  excerpt(file: LibraryDocument, options: CallOptions): Promise<DocumentExcerpt>
  saveThumbnail(file: LibraryDocument, small: Blob): Promise<unknown>
}

/** Where files are changed too: a collection that everybody shares, or the documents of a contact. */
export interface Library extends Shelf {
  /** False where files have no classification. */
  readonly isClassified?: boolean
  upload(file: File, classification: string | null, options: CallOptions): Promise<Uploaded>
  update(file: LibraryDocument, values: DocumentValues, version: number): Promise<unknown>
  remove(file: LibraryDocument): Promise<unknown>
  restore(file: LibraryDocument): Promise<LibraryDocument>
  /** What a refused update says is saved now, as a file of this library. */
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

/** Hands a file to the browser, which saves it. */
export function download(library: Shelf, document: LibraryDocument): void {
  const link = window.document.createElement('a')
  link.href = library.contentUrl(document)
  link.download = document.name
  link.click()
}
