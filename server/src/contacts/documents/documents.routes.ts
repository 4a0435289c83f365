import { contactDocumentApi } from '#contract/contacts/documents'
import { receiveThumbnail } from '../../files/thumbnails.ts'
import { prepared, routes } from '../../http/routes.ts'
import {
  addContactDocument,
  countContactDocuments,
  downloadContactDocument,
  excerptOfContactDocument,
  getContactDocument,
  listContactDocuments,
  listDocumentBin,
  listPredefined,
  listVersions,
  makeVersionCurrent,
  moveDocument,
  receiveContactDocument,
  reclassifyDocument,
  removeDocument,
  renameDocument,
  restoreDocument,
  saveThumbnailOf,
  thumbnailOfContactDocument,
} from './documents.ts'

export const contactDocumentRoutes = routes(contactDocumentApi, {
  list: ({ ctx, params }) => listContactDocuments(ctx, params.id),
  count: ({ ctx, params }) => countContactDocuments(ctx, params.id),
  bin: ({ ctx, params }) => listDocumentBin(ctx, params.id),
  predefined: ({ ctx }) => listPredefined(ctx),
  get: ({ ctx, params }) => getContactDocument(ctx, params.id),
  upload: prepared(contactDocumentApi.upload, {
    prepare: ({ ctx, params, file }) => receiveContactDocument(ctx, params.id, file),
    run: ({ ctx, params, body, prepared: received }) =>
      addContactDocument(ctx, params.id, received, body.classification ?? null),
  }),
  download: ({ ctx, params, query }) => downloadContactDocument(ctx, params, query),
  excerpt: ({ ctx, params }) => excerptOfContactDocument(ctx, params),
  thumbnail: ({ ctx, params }) => thumbnailOfContactDocument(ctx, params),
  saveThumbnail: prepared(contactDocumentApi.saveThumbnail, {
    prepare: ({ ctx, file }) => receiveThumbnail(ctx, file),
    run: ({ ctx, params, prepared: received }) => saveThumbnailOf(ctx, params, received),
  }),
  move: ({ ctx, params, query }) => moveDocument(ctx, params, query.version),
  rename: ({ ctx, params, query }) => renameDocument(ctx, params, query),
  reclassify: ({ ctx, params, query }) => reclassifyDocument(ctx, params, query),
  remove: ({ ctx, params }) => removeDocument(ctx, params),
  restore: ({ ctx, params }) => restoreDocument(ctx, params),
  versions: ({ ctx, params }) => listVersions(ctx, params),
  downloadVersion: ({ ctx, params, query }) =>
    downloadContactDocument(ctx, params, { number: params.number, isPreview: query.isPreview }),
  excerptOfVersion: ({ ctx, params }) => excerptOfContactDocument(ctx, params, params.number),
  makeCurrent: ({ ctx, params }) => makeVersionCurrent(ctx, params, params.number),
})
