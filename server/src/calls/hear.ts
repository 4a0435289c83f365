import { z } from 'zod'
import type { CallMessage } from '#contract/calls/telephony'
import type { Ctx } from '../http/context.ts'
import { fail } from '../http/problem.ts'
import type { Adapter, Fields } from './providers/providers.ts'
import { recordCall } from './record-call.ts'

/** Upper limit in characters of JSON for a message that is kept as it came. */
const mostKept = 10_000
const keptOf = (fields: unknown): unknown => {
  const length = JSON.stringify(fields).length
  return length > mostKept ? { tooLong: length } : fields
}

/**
 * Reads a message of an exchange. A message that yields no call is kept for whoever configures the exchange. It stays
 * kept when the request fails, because this runs before the transaction. Errors: MALFORMED_BODY; VALIDATION with the
 * fields where they are called as in the contract.
 */
export async function understand(ctx: Ctx, adapter: Adapter, fields: Fields): Promise<readonly CallMessage[]> {
  const heard = adapter.read(fields, ctx.now)
  if (Array.isArray(heard)) return heard
  const reason = heard === 'IGNORED' ? heard : 'UNREADABLE'
  const row = { provider: adapter.provider, reason, payload: JSON.stringify(keptOf(fields)) } as const
  await ctx.db.insertInto('unused_call_message').values(row).execute()
  if (heard instanceof z.ZodError && adapter.provider === 'GENERIC') throw heard
  return heard === 'IGNORED' ? [] : fail('MALFORMED_BODY')
}

/** Records the calls of a message, in the order that its adapter has chosen. */
export async function recordAll(
  ctx: Ctx,
  { provider }: Adapter,
  messages: readonly CallMessage[],
  fields: Fields,
): Promise<undefined> {
  for (const [at, message] of messages.entries()) {
    await recordCall(ctx, { ...message, provider, raw: at === 0 ? keptOf(fields) : undefined })
  }
}
