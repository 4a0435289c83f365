import { letterheadApi } from '#contract/orders/letterhead'
import { prepared, routes } from '../../http/routes.ts'
import { downloadLogo, getLetterhead, receiveLogo, removeLogo, saveLogo, updateLetterhead } from './letterhead.ts'

export const letterheadRoutes = routes(letterheadApi, {
  get: ({ ctx }) => getLetterhead(ctx),
  update: ({ ctx, body }) => updateLetterhead(ctx, body),
  logo: ({ ctx }) => downloadLogo(ctx),
  saveLogo: prepared(letterheadApi.saveLogo, {
    prepare: ({ ctx, file }) => receiveLogo(ctx, file),
    run: ({ ctx, query, prepared: received }) => saveLogo(ctx, received, query),
  }),
  removeLogo: ({ ctx }) => removeLogo(ctx),
})
