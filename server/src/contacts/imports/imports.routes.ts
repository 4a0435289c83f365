import { importApi } from '#contract/contacts/imports'
import { prepared, routes } from '../../http/routes.ts'
import {
  addImport,
  cancelImport,
  getImport,
  listImports,
  listRows,
  receiveFile,
  rejectedFile,
  removeImport,
  rollBackImport,
  startImport,
} from './imports.ts'

export const contactImportRoutes = routes(importApi, {
  upload: prepared(importApi.upload, {
    prepare: ({ ctx, file }) => receiveFile(ctx, file),
    run: ({ ctx, query, prepared }) => addImport(ctx, prepared, query),
  }),
  list: ({ ctx }) => listImports(ctx),
  get: ({ ctx, params }) => getImport(ctx, params.id),
  start: ({ ctx, params, body }) => startImport(ctx, params.id, body),
  cancel: ({ ctx, params }) => cancelImport(ctx, params.id),
  rows: ({ ctx, params, query }) => listRows(ctx, params.id, query),
  rejectedRows: ({ ctx, params }) => rejectedFile(ctx, params.id),
  rollBack: ({ ctx, params }) => rollBackImport(ctx, params.id),
  remove: ({ ctx, params }) => removeImport(ctx, params.id),
})
