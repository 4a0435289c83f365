import { refusalApi } from '#contract/mail/refusals'
import { routes } from '../../http/routes.ts'
import { dismissRefusals, listRefusals, retryRefusals } from './refusals.ts'

export const refusalRoutes = routes(refusalApi, {
  list: ({ ctx, params }) => listRefusals(ctx, params.id),
  retry: ({ ctx, params, body }) => retryRefusals(ctx, params.id, body.ids),
  dismiss: ({ ctx, params, body }) => dismissRefusals(ctx, params.id, body.ids),
})
