import { holidayApi } from '#contract/calendars/holidays'
import { routes } from '../../http/routes.ts'
import { listHolidayRegions } from './holidays.ts'

export const holidayRoutes = routes(holidayApi, { regions: ({ ctx }) => listHolidayRegions(ctx) })
