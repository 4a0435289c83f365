import { inboxPresenceApi, type PresenceKind, presenceApi, presenceKinds } from '#contract/together/presence'
import { routes } from '../../http/routes.ts'
import { bePresent, listInInbox, listOthers } from './presence.ts'

const routesOf = (kind: PresenceKind) =>
  routes(presenceApi[kind], {
    others: ({ ctx, params }) => listOthers(ctx, kind, params.id),
    be: ({ ctx, params, body }) => bePresent(ctx, kind, params.id, body),
  })

export const presenceRoutes = [
  ...(Object.keys(presenceKinds) as PresenceKind[]).map(routesOf),
  routes(inboxPresenceApi, { presence: ({ ctx }) => listInInbox(ctx) }),
]
