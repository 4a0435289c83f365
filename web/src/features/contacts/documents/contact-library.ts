import { type ContactDocument, contactDocumentApi } from '#contract/contacts/documents'
import { pathOf } from '#contract/endpoint'
import type { LibraryDocument } from '#contract/lists/galleries'
import { call } from '../../../api/client.ts'
import type { Library } from '../../lists/galleries/library.ts'

/** A document of a contact as a file of a library. */
export interface ContactFile extends LibraryDocument {
  readonly contactRef: string
  readonly uploadedBy: string | null
  readonly versions: number
}

export const contactFile = ({ id, classification, ...document }: ContactDocument): ContactFile => ({
  ...document,
  documentRef: id,
  documentClassification: classification,
})

const api = contactDocumentApi

const preview = (isPreview?: boolean) => (isPreview ? '?isPreview=true' : '')

export function contactLibrary(contactId: string): Library {
  const params = ({ documentRef }: LibraryDocument) => ({ id: contactId, attId: documentRef })
  return {
    write: 'UPLOAD_CONTACT_DOCUMENTS',
    contentUrl: (file, isPreview) => pathOf(api.download, params(file)) + preview(isPreview),
    // each version has a picture of its own
    thumbnailUrl: (file) => `${pathOf(api.thumbnail, params(file))}?of=${file.uploadedAtUtc}`,
    excerpt: (file, options) => call(api.excerpt, { params: params(file) }, options),
    async upload(file, classification, options) {
      const body = { classification: classification ?? '' }
      const { document, ...answer } = await call(api.upload, { params: { id: contactId }, file, body }, options)
      return { ...answer, document: document && contactFile(document) }
    },
    saveThumbnail: (file, small) => call(api.saveThumbnail, { params: params(file), file: small }),
    async update(file, { name, documentClassification }, version) {
      const renamed = await call(api.rename, { params: params(file), query: { newDocumentName: name, version } })
      const query = { newClassificationId: documentClassification ?? '', version: renamed.version }
      return call(api.reclassify, { params: params(file), query })
    },
    remove: (file) => call(api.remove, { params: params(file) }),
    restore: async (file) => contactFile(await call(api.restore, { params: params(file) })),
    savedNow: contactFile as (current: never) => LibraryDocument,
  }
}

/** The versions of one document, to be looked at like files. */
export function versionLibrary(document: ContactFile): Library {
  const params = ({ documentRef }: LibraryDocument) => ({
    id: document.contactRef,
    attId: document.documentRef,
    number: documentRef,
  })
  return {
    ...contactLibrary(document.contactRef),
    contentUrl: (file, isPreview) => pathOf(api.downloadVersion, params(file)) + preview(isPreview),
    excerpt: (file, options) => call(api.excerptOfVersion, { params: params(file) }, options),
  }
}
