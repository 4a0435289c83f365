import { appointmentMailApi } from '#contract/calendars/appointment-mail'
import { prepared, routes } from '../../http/routes.ts'
import { changeSettings, getSettings, handOverMail, prepareMail, showMail } from './appointment-mail.ts'

export const appointmentMailRoutes = routes(appointmentMailApi, {
  settings: ({ ctx }) => getSettings(ctx),
  changeSettings: ({ ctx, body }) => changeSettings(ctx, body),
  get: ({ ctx, params }) => showMail(ctx, params.id),
  send: prepared(appointmentMailApi.send, {
    prepare: ({ ctx, params, body }) => prepareMail(ctx, params.id, body),
    run: ({ ctx, params, prepared: ready }) => handOverMail(ctx, params.id, ready),
  }),
})
