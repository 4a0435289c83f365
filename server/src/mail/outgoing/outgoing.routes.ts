import { draftApi, outgoingApi } from '#contract/mail/outgoing'
import { prepared, routes } from '../../http/routes.ts'
import { checkMessage } from './check.ts'
import {
  addDraft,
  addDraftFile,
  downloadDraftFile,
  getDraft,
  listDrafts,
  receiveDraftFile,
  removeDraft,
  removeDraftFile,
  updateDraft,
} from './drafts.ts'
import { listOutbox, retryMessage, settleMessage, undoMessage } from './outbox-list.ts'
import { handOver, prepareMessage, sendingOf } from './send-message.ts'

export const draftRoutes = routes(draftApi, {
  list: ({ ctx }) => listDrafts(ctx),
  get: ({ ctx, params }) => getDraft(ctx, params.id),
  add: ({ ctx, body }) => addDraft(ctx, body),
  update: ({ ctx, params, body }) => updateDraft(ctx, params.id, body),
  remove: ({ ctx, params }) => removeDraft(ctx, params.id),
  addFile: prepared(draftApi.addFile, {
    prepare: ({ ctx, params, file }) => receiveDraftFile(ctx, params.id, file),
    run: ({ ctx, params, prepared: kept }) => addDraftFile(ctx, params.id, kept),
  }),
  removeFile: ({ ctx, params }) => removeDraftFile(ctx, params.id, params.fileId),
  file: ({ ctx, params }) => downloadDraftFile(ctx, params.id, params.fileId),
})

export const outgoingRoutes = routes(outgoingApi, {
  send: prepared(outgoingApi.send, {
    prepare: ({ ctx, params, query, body, files }) =>
      prepareMessage(ctx, sendingOf(params, query, body.message), files),
    run: ({ ctx, params, query, body, prepared: ready }) =>
      handOver(ctx, sendingOf(params, query, body.message), ready),
  }),
  check: ({ ctx, body }) => checkMessage(ctx, body),
  outbox: ({ ctx, query }) => listOutbox(ctx, query.everybody === 'true'),
  undo: ({ ctx, params }) => undoMessage(ctx, params.id),
  retry: ({ ctx, params }) => retryMessage(ctx, params.id),
  settle: ({ ctx, params }) => settleMessage(ctx, params.id),
})
