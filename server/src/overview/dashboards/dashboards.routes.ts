import { dashboardApi } from '#contract/overview/dashboards'
import { routes } from '../../http/routes.ts'
import { readTile } from './dashboards.ts'

export const dashboardRoutes = routes(dashboardApi, {
  flames: ({ ctx, query }) => readTile.flames(ctx, query),
  inbox: ({ ctx, query }) => readTile.inbox(ctx, query),
  orders: ({ ctx, query }) => readTile.orders(ctx, query),
  contacts: ({ ctx, query }) => readTile.contacts(ctx, query),
  todos: ({ ctx, query }) => readTile.todos(ctx, query),
  calls: ({ ctx, query }) => readTile.calls(ctx, query),
  system: ({ ctx, query }) => readTile.system(ctx, query),
})
