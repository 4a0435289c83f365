import { systemApi } from '#contract/overview/system'
import { routes } from '../../http/routes.ts'
import { listFiles, listJobs, retryJob } from './system.ts'

export const systemRoutes = routes(systemApi, {
  jobs: ({ ctx, query }) => listJobs(ctx, query),
  retry: ({ ctx, params }) => retryJob(ctx, params.id),
  files: ({ ctx }) => listFiles(ctx),
})
