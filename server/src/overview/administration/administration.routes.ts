import { administrationApi } from '#contract/overview/administration'
import { routes } from '../../http/routes.ts'
import { countAdministration } from './administration.ts'

export const administrationRoutes = routes(administrationApi, { counts: ({ ctx }) => countAdministration(ctx) })
