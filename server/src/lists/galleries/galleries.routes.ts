import { fileCheckApi, imageGalleryApi, type LibraryApi, sharedDocumentApi } from '#contract/lists/galleries'
import { listFileChecks } from '../../files/check.ts'
import { receiveThumbnail } from '../../files/thumbnails.ts'
import { prepared, type Routes, routes } from '../../http/routes.ts'
import {
  addDocument,
  type Collection,
  downloadDocument,
  excerptOfDocument,
  listDocuments,
  receiveDocument,
  removeDocument,
  restoreDocument,
  saveThumbnail,
  thumbnailOf,
  updateDocument,
} from './galleries.ts'

export const imageGalleryRoutes = libraryRoutes(imageGalleryApi, 'IMAGE_GALLERY')
export const sharedDocumentRoutes = libraryRoutes(sharedDocumentApi, 'SHARED_DOCUMENTS')

function libraryRoutes(api: LibraryApi, collection: Collection): Routes {
  return routes(api, {
    list: ({ ctx }) => listDocuments(ctx, collection),
    upload: prepared(api.upload, {
      prepare: ({ ctx, file }) => receiveDocument(ctx, collection, file),
      run: ({ ctx, body, prepared: received }) => addDocument(ctx, collection, received, body.documentClassification),
    }),
    update: ({ ctx, params, body }) => updateDocument(ctx, collection, params.id, body),
    remove: ({ ctx, params }) => removeDocument(ctx, collection, params.id),
    restore: ({ ctx, params }) => restoreDocument(ctx, collection, params.id),
    download: ({ ctx, params, query }) => downloadDocument(ctx, collection, params.name, query.isPreview),
    excerpt: ({ ctx, params }) => excerptOfDocument(ctx, collection, params.id),
    thumbnail: ({ ctx, params }) => thumbnailOf(ctx, collection, params.id),
    saveThumbnail: prepared(api.saveThumbnail, {
      prepare: ({ ctx, file }) => receiveThumbnail(ctx, file),
      run: ({ ctx, params, prepared: received }) => saveThumbnail(ctx, collection, params.id, received),
    }),
  })
}

export const fileCheckRoutes = routes(fileCheckApi, {
  list: ({ ctx }) => listFileChecks(ctx),
  start: async ({ ctx }) => {
    await ctx.enqueue('checkFiles', {})
    return undefined
  },
})
