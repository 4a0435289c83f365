import { appointmentApi } from '#contract/calendars/appointments'
import { routes } from '../../http/routes.ts'
import {
  addAppointment,
  cancelAppointment,
  getAppointment,
  holdPlace,
  listAppointments,
  listDays,
  listMeanwhile,
  listSlots,
  missAppointment,
  updateAppointment,
} from './appointments.ts'
import { releasePlace } from './slots.ts'

export const appointmentRoutes = routes(appointmentApi, {
  list: ({ ctx, query }) => listAppointments(ctx, query),
  days: ({ ctx, query }) => listDays(ctx, query),
  meanwhile: ({ ctx, query }) => listMeanwhile(ctx, query),
  slots: ({ ctx, query }) => listSlots(ctx, query),
  hold: ({ ctx, body }) => holdPlace(ctx, body),
  release: ({ ctx, params }) => releasePlace(ctx, params.id),
  get: ({ ctx, params }) => getAppointment(ctx, params.id),
  add: ({ ctx, body }) => addAppointment(ctx, body),
  update: ({ ctx, params, body }) => updateAppointment(ctx, params.id, body),
  cancel: ({ ctx, params, query }) => cancelAppointment(ctx, params.id, query.reason),
  miss: ({ ctx, params, body }) => missAppointment(ctx, params.id, body.version),
})
