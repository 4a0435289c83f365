import type { BodyOf } from '#contract/endpoint'
import type { CalcFactor, calculationApi, SteelTubeQuestion, WoodFrameQuestion } from '#contract/lists/calculations'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { steelFrame } from './steel.ts'
import { woodFrame } from './wood.ts'

export async function calcSteelTubes(ctx: Ctx, question: SteelTubeQuestion) {
  const tubes = await ctx.db
    .selectFrom('steel_tube')
    .select([
      'id',
      'title',
      'stock_length_in_mm as stockLengthInMm',
      'weight_per_metre_in_kg as weightPerMetreInKg',
      'price_per_metre as pricePerMetre',
    ])
    .orderBy('title')
    .execute()
  return steelFrame(question, tubes, await factor(ctx, 'SAW_CUT'))
}

export async function calcWoodFrames(ctx: Ctx, question: WoodFrameQuestion) {
  const materials = await ctx.db
    .selectFrom('wood_frame')
    .select([
      'id',
      'title',
      'from_perimeter_in_mm as fromPerimeterInMm',
      'to_perimeter_in_mm as toPerimeterInMm',
      'board_thickness_in_mm as boardThicknessInMm',
      'weight_per_square_metre_in_kg as weightPerSquareMetreInKg',
      'price_per_square_metre as pricePerSquareMetre',
    ])
    .orderBy('title')
    .execute()
  return woodFrame(question, materials, await factor(ctx, 'WOOD_OFFCUT'))
}

async function factor(ctx: Ctx, key: 'SAW_CUT' | 'WOOD_OFFCUT'): Promise<string> {
  const row = await ctx.db.selectFrom('calc_factor').select('value').where('key', '=', key).executeTakeFirstOrThrow()
  return row.value
}

// --- factors -------------------------------------------------------------------------------------------------------

const factorColumns = ['id', 'version', 'key', 'title', 'value', 'unit', 'description'] as const

export const listFactors = (ctx: Ctx): Promise<CalcFactor[]> =>
  ctx.db.selectFrom('calc_factor').select(factorColumns).orderBy('title').execute()

/** Errors: NOT_FOUND, STALE_VERSION with the saved factor. */
export async function updateFactor(
  ctx: Ctx,
  id: string,
  { version, ...values }: BodyOf<typeof calculationApi.updateFactor>,
): Promise<CalcFactor> {
  const changed = await ctx.db
    .updateTable('calc_factor')
    .set({ ...values, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning(factorColumns)
    .executeTakeFirst()
  if (changed) return changed
  const current = await ctx.db.selectFrom('calc_factor').select(factorColumns).where('id', '=', id).executeTakeFirst()
  return current ? fail('STALE_VERSION', { current }) : fail('NOT_FOUND')
}
