import { calculationApi } from '#contract/lists/calculations'
import { routes } from '../../http/routes.ts'
import { calcSteelTubes, calcWoodFrames, listFactors, updateFactor } from './calculations.ts'

export const calculationRoutes = routes(calculationApi, {
  steelTubes: ({ ctx, query }) => calcSteelTubes(ctx, query),
  woodFrames: ({ ctx, query }) => calcWoodFrames(ctx, query),
  factors: ({ ctx }) => listFactors(ctx),
  updateFactor: ({ ctx, params, body }) => updateFactor(ctx, params.id, body),
})
