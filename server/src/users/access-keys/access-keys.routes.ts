import { accessKeyApi } from '#contract/users/access-keys'
import { routes } from '../../http/routes.ts'
import { addAccessKey, listAccessKeys, revokeAccessKey } from './access-keys.ts'

export const accessKeyRoutes = routes(accessKeyApi, {
  list: ({ ctx }) => listAccessKeys(ctx),
  add: ({ ctx, body }) => addAccessKey(ctx, body),
  revoke: ({ ctx, params }) => revokeAccessKey(ctx, params.id),
})
