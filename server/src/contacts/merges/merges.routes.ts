import { mergeApi } from '#contract/contacts/merges'
import { routes } from '../../http/routes.ts'
import { listMerges, mergeContacts, undoMerge } from './merges.ts'

export const contactMergeRoutes = routes(mergeApi, {
  list: ({ ctx }) => listMerges(ctx),
  merge: ({ ctx, body }) => mergeContacts(ctx, body),
  undo: ({ ctx, params }) => undoMerge(ctx, params.id),
})
