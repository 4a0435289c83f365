import { bookingApi } from '#contract/calendars/booking'
import { prepared, routes } from '../../http/routes.ts'
import {
  cancelBooking,
  confirmBooking,
  fileRequest,
  getBooking,
  getPage,
  holdForCustomer,
  listFreeTimes,
  moveBooking,
  prepareRequest,
  releaseForCustomer,
} from './booking.ts'

export const bookingRoutes = routes(bookingApi, {
  page: ({ ctx }) => getPage(ctx),
  slots: ({ ctx, query }) => listFreeTimes(ctx, query),
  hold: ({ ctx, body }) => holdForCustomer(ctx, body),
  release: ({ ctx, params }) => releaseForCustomer(ctx, params.id),
  ask: prepared(bookingApi.ask, {
    prepare: ({ ctx, body }) => prepareRequest(ctx, body),
    run: ({ ctx, body, prepared: link }) => fileRequest(ctx, body, link),
  }),
  get: ({ ctx, params }) => getBooking(ctx, params.token),
  confirm: ({ ctx, params }) => confirmBooking(ctx, params.token),
  move: ({ ctx, params, body }) => moveBooking(ctx, params.token, body),
  cancel: ({ ctx, params }) => cancelBooking(ctx, params.token),
})
