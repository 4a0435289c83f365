import { omnisearchApi } from '#contract/overview/omnisearch'
import { asOfSurvivor } from '../../contacts/contacts.ts'
import { routes } from '../../http/routes.ts'
import { omnisearch, searchPage } from './omnisearch.ts'

export const omnisearchRoutes = routes(omnisearchApi, {
  search: ({ ctx, query }) => omnisearch(ctx, query),
  page: async ({ ctx, query }) => searchPage(ctx, await asOfSurvivor(ctx, query)),
})
