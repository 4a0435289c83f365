import { calendarFeedApi } from '#contract/calendars/feeds'
import { actorId } from '../../http/context.ts'
import { routes } from '../../http/routes.ts'
import { changeFeed, getFeed, makeFeed, readFeed, revokeFeed, revokeFeedOf } from './feeds.ts'

export const calendarFeedRoutes = routes(calendarFeedApi, {
  get: async ({ ctx }) => ({ feed: await getFeed(ctx) }),
  make: ({ ctx, body }) => makeFeed(ctx, body),
  change: ({ ctx, body }) => changeFeed(ctx, body),
  revoke: ({ ctx }) => revokeFeed(ctx, actorId(ctx)),
  revokeOf: ({ ctx, params }) => revokeFeedOf(ctx, params.id),
  read: ({ ctx, params }) => readFeed(ctx, params.file),
})
