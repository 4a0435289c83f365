import { duplicateApi } from '#contract/contacts/duplicates'
import { routes } from '../../http/routes.ts'
import {
  getGroup,
  latestRun,
  likelyContacts,
  listGroups,
  relateInstead,
  rememberNotDuplicate,
  startRun,
} from './duplicates.ts'

export const contactDuplicateRoutes = routes(duplicateApi, {
  list: ({ ctx, query }) => listGroups(ctx, query),
  latestRun: ({ ctx }) => latestRun(ctx),
  start: ({ ctx }) => startRun(ctx),
  notDuplicate: ({ ctx, body }) => rememberNotDuplicate(ctx, body.contactRefs),
  relation: ({ ctx, body }) => relateInstead(ctx, body),
  get: ({ ctx, params }) => getGroup(ctx, params.id),
  likely: ({ ctx, body }) => likelyContacts(ctx, body),
})
