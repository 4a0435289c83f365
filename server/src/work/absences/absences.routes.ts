import { absenceApi } from '#contract/work/absences'
import { routes } from '../../http/routes.ts'
import { addAbsence, endAbsence, listAbsences, listAway, removeAbsence, updateAbsence } from './absences.ts'

export const absenceRoutes = routes(absenceApi, {
  list: ({ ctx, query }) => listAbsences(ctx, query.personRef),
  away: ({ ctx, query }) => listAway(ctx, query),
  add: ({ ctx, body }) => addAbsence(ctx, body),
  update: ({ ctx, params, body }) => updateAbsence(ctx, params.id, body),
  end: ({ ctx, params }) => endAbsence(ctx, params.id),
  remove: ({ ctx, params }) => removeAbsence(ctx, params.id),
})
