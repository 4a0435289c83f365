import { imageGalleryApi, type LibraryApi, type LibraryDocument, sharedDocumentApi } from '@glut/contract/documents'
import { pathOf } from '@glut/contract/endpoint'

/** One of the collections of files that everybody shares. */
export interface Library {
  readonly api: LibraryApi
  readonly kind: 'images' | 'documents'
}

export const imageGallery: Library = { api: imageGalleryApi, kind: 'images' }
export const sharedDocuments: Library = { api: sharedDocumentApi, kind: 'documents' }

/** The address of a content, to be saved or to be shown. */
export const contentUrl = ({ api }: Library, { name }: LibraryDocument, isPreview = false) =>
  pathOf(api.download, { name }) + (isPreview ? '?isPreview=true' : '')

export const thumbnailUrl = ({ api }: Library, { documentRef }: LibraryDocument) =>
  pathOf(api.thumbnail, { id: documentRef })

/** Hands a file to the browser, which saves it. */
export function download(library: Library, document: LibraryDocument): void {
  const link = window.document.createElement('a')
  link.href = contentUrl(library, document)
  link.download = document.name
  link.click()
}
