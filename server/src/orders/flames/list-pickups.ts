import { sql } from 'kysely'
import type { FlamePickup } from '#contract/orders/flames'
import { startOfDay } from '../../db/days.ts'
import { JsonText } from '../../http/answers.ts'
import type { Ctx } from '../../http/context.ts'
import { seen } from './flames.queries.ts'

interface PickupSpan {
  readonly start: string
  readonly end: string
}

/** Returns pickups, self-pickups and deliveries of open flames, the earliest first. */
export async function listPickups(ctx: Ctx, { start, end }: PickupSpan): Promise<JsonText<FlamePickup[]>> {
  const { rows } = await sql<{ pickups: string }>`
    select coalesce(string_agg(p.entry, ',' order by p.at, p.flame_id, p.kind), '') as pickups
      from flame_pickup p
      -- one by one: the planner would rather walk through all flames
      join lateral (select step_id from flame where id = p.flame_id offset 0) as f on true
      join blackboard_step s on s.id = f.step_id
     where p.at >= ${startOfDay(start)} and p.at < ${startOfDay(end, 1)} and ${seen(ctx)}`.execute(ctx.db)
  return new JsonText('[', rows[0]?.pickups ?? '', ']')
}
