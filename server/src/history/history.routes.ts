import { historyApi } from '@glut/contract/history'
import { routes } from '../http/routes.ts'
import { historyOf } from './history.ts'

export const historyRoutes = routes(historyApi, {
  ofContact: ({ ctx, params, query }) => historyOf(ctx, params.id, query.before),
})
