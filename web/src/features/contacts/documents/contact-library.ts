import { type ContactDocument, contactDocumentApi } from '#contract/contacts/documents'
import { pathOf } from '#contract/endpoint'
import type { LibraryDocument } from '#contract/lists/galleries'
import { call } from '../../../api/client.ts'
import type { Library } from '../../lists/galleries/library.ts'
import { type RecordFile, recordLibrary } from '../../lists/galleries/record-library.ts'

export const contactFile = ({ id, contactRef, classification, ...document }: ContactDocument): RecordFile => ({
  ...document,
  recordRef: contactRef,
  documentRef: id,
  documentClassification: classification,
})

const api = contactDocumentApi

export function contactLibrary(contactId: string): Library {
  const { params, ...common } = recordLibrary(api, contactId)
  return {
    ...common,
    write: 'UPLOAD_CONTACT_DOCUMENTS',
    // each version has its own thumbnail
    thumbnailUrl: (file) => `${pathOf(api.thumbnail, params(file))}?of=${file.uploadedAtUtc}`,
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
    restore: async (file) => contactFile(await call(api.restore, { params: params(file) })),
    savedNow: contactFile as (current: never) => LibraryDocument,
  }
}
