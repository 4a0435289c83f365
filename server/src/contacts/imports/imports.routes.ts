import { importApi } from '#contract/contacts/imports'
import { listedEncounterApi } from '#contract/contacts/listed-encounters'
import { prepared, routes } from '../../http/routes.ts'
import { fileForContacts, matchContacts } from './file-encounters.ts'
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

/** Calls that add an encounter to the contacts of a list; the list is read like an import. */
export const listedEncounterRoutes = routes(listedEncounterApi, {
  upload: prepared(listedEncounterApi.upload, {
    prepare: ({ ctx, body, file }) => matchContacts(ctx, file, body.encounterType),
    run: ({ ctx, body, prepared: rows }) => fileForContacts(ctx, rows, body),
  }),
})
