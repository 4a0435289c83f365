import type { LockedPickupDate } from '#contract/lists/master-data'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'

/** Returns the locked dates, the earliest first. */
export async function listLockedPickupDates(ctx: Ctx): Promise<LockedPickupDate[]> {
  const rows = await ctx.db.selectFrom('locked_pickup_date').selectAll().orderBy('locked_at').execute()
  return rows.map(({ id, locked_at }) => ({ id, lockedAt: locked_at }))
}

/** Errors: PICKUP_DATE_EXIST. */
export async function addLockedPickupDate(ctx: Ctx, lockedAt: string): Promise<LockedPickupDate> {
  const { id } = await ctx.db
    .insertInto('locked_pickup_date')
    .values({ locked_at: lockedAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, lockedAt }
}

/** Errors: NOT_FOUND. */
export async function removeLockedPickupDate(ctx: Ctx, id: string): Promise<undefined> {
  const removed = await ctx.db.deleteFrom('locked_pickup_date').where('id', '=', id).executeTakeFirst()
  if (removed.numDeletedRows === 0n) fail('NOT_FOUND')
}
