import { limits } from '#contract/limits'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { canSignIn } from '../../users/users.ts'

export interface Time {
  readonly startUtc: string
  readonly endUtc: string
  readonly slotRef: string | null
}

/** Returns a time outside any slot, which only staff may choose. Errors: VALIDATION. */
export function freeTime({ actor }: Ctx, startUtc: string, endUtc: string | undefined): Time {
  if (actor.byKey) fail('VALIDATION', { fields: [{ path: 'slotRef', invalid: 'slotRequired' }] })
  if (!endUtc) return fail('VALIDATION', { fields: [{ path: 'endUtc', invalid: 'required' }] })
  const days = (Date.parse(endUtc) - Date.parse(startUtc)) / 86_400_000
  if (days <= 0) fail('VALIDATION', { fields: [{ path: 'endUtc', invalid: 'endBeforeStart' }] })
  const count = limits.appointments.longestDays
  if (days > count) fail('VALIDATION', { fields: [{ path: 'endUtc', invalid: 'tooLong', values: { count } }] })
  return { startUtc, endUtc, slotRef: null }
}

/** Throws for a participant who cannot sign in and was not one before. Errors: VALIDATION. */
export async function assertParticipants(
  ctx: Ctx,
  refs: readonly string[] = [],
  before: readonly string[] = [],
): Promise<void> {
  for (const ref of refs) {
    if (before.includes(ref) || (!ctx.actor.byKey && (await canSignIn(ctx, ref)))) continue
    fail('VALIDATION', { fields: [{ path: 'participantRefs', invalid: 'unknownRef' }] })
  }
}
