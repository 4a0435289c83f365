import { omnisearchApi } from '#contract/overview/omnisearch'
import { routes } from '../../http/routes.ts'
import { omnisearch, searchPage } from './omnisearch.ts'

export const omnisearchRoutes = routes(omnisearchApi, {
  search: ({ ctx, query }) => omnisearch(ctx, query),
  page: ({ ctx, query }) => searchPage(ctx, query),
})
