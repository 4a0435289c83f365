import { limits } from '#contract/limits'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { canSignIn } from '../../users/users.ts'

export interface Time {
  readonly startUtc: string
  readonly endUtc: string
  readonly slotRef: string | null
}

/** A time of one's own choice, which staff alone has. Errors: VALIDATION. */
export function freeTime({ actor }: Ctx, startUtc: string, endUtc: string | undefined): Time {
  if (actor.byKey) fail('VALIDATION', { fields: [{ path: 'slotRef', invalid: 'slotRequired' }] })
  if (!endUtc) return fail('VALIDATION', { fields: [{ path: 'endUtc', invalid: 'required' }] })
  const days = (Date.parse(endUtc) - Date.parse(startUtc)) / 86_400_000
  if (days <= 0) fail('VALIDATION', { fields: [{ path: 'endUtc', invalid: 'endBeforeStart' }] })
  const count = limits.appointments.longestDays
  if (days > count) fail('VALIDATION', { fields: [{ path: 'endUtc', invalid: 'tooLong', values: { count } }] })
  return { startUtc, endUtc, slotRef: null }
}

/** Errors: VALIDATION for somebody who cannot sign in and did not take part before. */
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
