import { historyApi } from '#contract/together/history'
import { routes, without } from '../../http/routes.ts'
import { historyOfEntry, historyOfList } from './lists.ts'

/** The histories of contacts and e-mails are served by their own slices. */
export const historyRoutes = routes(without(historyApi, 'ofContact', 'ofEmail'), {
  ofUsers: ({ ctx, query }) => historyOfList(ctx, 'users', query.before),
  ofUser: ({ ctx, params, query }) => historyOfEntry(ctx, 'users', params.id, query.before),
  ofList: ({ ctx, params, query }) => historyOfList(ctx, params.list, query.before),
  ofListEntry: ({ ctx, params, query }) => historyOfEntry(ctx, params.list, params.id, query.before),
})
