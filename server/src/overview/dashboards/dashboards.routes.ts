import { dashboardApi, dashboardSettingApi } from '#contract/overview/dashboards'
import { routes } from '../../http/routes.ts'
import { readTile } from './dashboards.ts'
import { showPeople, showsPeople } from './people.ts'

export const dashboardRoutes = [
  routes(dashboardApi, {
    flames: ({ ctx, query }) => readTile.flames(ctx, query),
    inbox: ({ ctx, query }) => readTile.inbox(ctx, query),
    orders: ({ ctx, query }) => readTile.orders(ctx, query),
    contacts: ({ ctx, query }) => readTile.contacts(ctx, query),
    todos: ({ ctx, query }) => readTile.todos(ctx, query),
    calls: ({ ctx, query }) => readTile.calls(ctx, query),
    system: ({ ctx, query }) => readTile.system(ctx, query),
    people: ({ ctx, query }) => readTile.people(ctx, query),
  }),
  routes(dashboardSettingApi, {
    settings: ({ ctx }) => showsPeople(ctx),
    saveSettings: ({ ctx, body }) => showPeople(ctx, body.people),
  }),
]
