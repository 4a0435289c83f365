import { pickupDayApi } from '#contract/calendars/pickups'
import { routes } from '../../http/routes.ts'
import { listPickupDays, nextFreeDay } from './pickups.ts'

export const pickupDayRoutes = routes(pickupDayApi, {
  list: ({ ctx, query }) => listPickupDays(ctx, query),
  nextFree: ({ ctx, query }) => nextFreeDay(ctx, query),
})
