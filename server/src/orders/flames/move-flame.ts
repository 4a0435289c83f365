import type { FlameMove } from '#contract/orders/flame-changes'
import type { FlameCard } from '#contract/orders/flames'
import type { LastQuery } from '../../db/last-query.ts'
import type { JsonText } from '../../http/answers.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { assertLooksAfter, changedCard, getCard, tellAssigned } from './flames.ts'
import { flameCards } from './lock.ts'
import { keepSaved } from './saved.ts'
import { assertMayEnter } from './steps.ts'

/**
 * Moves a card to a place, to another step or board, or to another assignee. Errors: NOT_FOUND, IN_BIN, ARCHIVED,
 * STALE_VERSION with the saved card, VALIDATION, STEP_REQUIRES.
 */
export async function moveFlame(ctx: Ctx, id: string, move: FlameMove): Promise<LastQuery<JsonText<FlameCard>>> {
  const { card: flame, spot: found } = await flameCards.lockForMove(ctx, id, move)
  if (flame.version !== move.version) fail('STALE_VERSION', { current: (await getCard(ctx, id)).value })
  const spot = await found()
  const enters = spot.stepId !== flame.stepId
  const reassigned = move.assigneeRef !== undefined && move.assigneeRef !== flame.assigneeId
  if (reassigned) await assertLooksAfter(ctx, { assigneeRef: move.assigneeRef }, move.taskboardRef)
  await flameCards.move(ctx, flame, spot, reassigned ? { assignee_id: move.assigneeRef } : {})
  if (enters) await assertMayEnter(ctx, id, spot, move.overrideReason)
  if (reassigned) {
    await keepSaved(ctx, id).ask(ctx.db)
    await tellAssigned(ctx, id, move.assigneeRef ?? null)
  }
  return changedCard(ctx, id)
}

/** Moves a card to the top of its step. Errors: NOT_FOUND, IN_BIN, ARCHIVED. */
export async function prioritizeFlame(ctx: Ctx, id: string): Promise<LastQuery<JsonText<FlameCard>>> {
  await flameCards.prioritize(ctx, id)
  return changedCard(ctx, id)
}
