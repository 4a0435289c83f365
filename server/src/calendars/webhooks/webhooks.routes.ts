import { webhookApi } from '#contract/calendars/webhooks'
import { prepared, routes } from '../../http/routes.ts'
import {
  addWebhook,
  listDeliveries,
  listWebhooks,
  recordTest,
  removeWebhook,
  renewSecret,
  replay,
  sendTest,
  updateWebhook,
} from './webhooks.ts'

export const webhookRoutes = routes(webhookApi, {
  list: ({ ctx }) => listWebhooks(ctx),
  add: ({ ctx, body }) => addWebhook(ctx, body),
  update: ({ ctx, params, body }) => updateWebhook(ctx, params.id, body),
  renewSecret: ({ ctx, params, body }) => renewSecret(ctx, params.id, body),
  remove: ({ ctx, params }) => removeWebhook(ctx, params.id),
  tryOut: prepared(webhookApi.tryOut, {
    prepare: ({ ctx, params }) => sendTest(ctx, params.id),
    run: ({ ctx, params, prepared: tried }) => recordTest(ctx, params.id, tried),
  }),
  log: ({ ctx, params, query }) => listDeliveries(ctx, params.id, query),
  replay: ({ ctx, params }) => replay(ctx, params.id, params.eventRef),
})
