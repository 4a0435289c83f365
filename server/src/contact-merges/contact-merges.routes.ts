import { mergeApi } from '#contract/contact-merges'
import { routes } from '../http/routes.ts'
import { listMerges, mergeContacts, undoMerge } from './contact-merges.ts'

export const contactMergeRoutes = routes(mergeApi, {
  list: ({ ctx }) => listMerges(ctx),
  merge: ({ ctx, body }) => mergeContacts(ctx, body),
  undo: ({ ctx, params }) => undoMerge(ctx, params.id),
})
