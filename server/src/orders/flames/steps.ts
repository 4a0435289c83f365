import { sql } from 'kysely'
import type { StepRequirement } from '#contract/orders/step-requirements'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import type { Spot } from '../boards/boards.ts'

/**
 * Throws if a flame entered a step without what it and the steps on the way there require, unless an admin gives a
 * reason, which is recorded. Errors: STEP_REQUIRES.
 */
export async function assertMayEnter(
  ctx: Ctx,
  flameId: string,
  { gates }: Spot,
  overrideReason?: string,
): Promise<void> {
  if (gates.length === 0) return
  const { rows } = await sql<{ lacks: StepRequirement[] }>`
    select lacks from flame_head where id = ${flameId}`.execute(ctx.db)
  const lacks = rows[0]?.lacks ?? []
  const steps = gates
    .map(({ requires, ...step }) => ({ ...step, missing: lacks.filter((one) => requires.includes(one)) }))
    .filter(({ missing }) => missing.length > 0)
  if (steps.length === 0) return
  const missing = lacks.filter((one) => steps.some((step) => step.missing.includes(one)))
  if (overrideReason === undefined || !ctx.actor.permissions.has('GENERAL_ADMIN_FUNCTIONS')) {
    fail('STEP_REQUIRES', { missing, steps })
  }
  await sql`
    update flame_step_change set missing = ${missing}, override_reason = ${overrideReason}
     where id = (select id from flame_step_change where flame_id = ${flameId} order by at desc, id desc limit 1)`.execute(
    ctx.db,
  )
}
