import { notificationApi } from '#contract/together/notifications'
import { routes } from '../../http/routes.ts'
import { getSettings, listNotifications, markManyRead, markRead, saveSettings } from './notifications.ts'

export const notificationRoutes = routes(notificationApi, {
  list: ({ ctx }) => listNotifications(ctx),
  markRead: ({ ctx, params }) => markRead(ctx, params.id),
  markManyRead: ({ ctx, body }) => markManyRead(ctx, body.ids),
  settings: ({ ctx }) => getSettings(ctx),
  saveSettings: ({ ctx, body }) => saveSettings(ctx, body),
})
