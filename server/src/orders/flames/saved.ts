import { sql } from 'kysely'
import type { Flame } from '#contract/orders/flames'
import { preparedStatement } from '../../db/db.ts'
import { JsonText } from '../../http/answers.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { flameQuery } from './flames.queries.ts'

/** How long an editor can have stood open for its edit to be merged. */
const keptDays = 2

/** Keeps a flame as it is now, as what an editor starts from, and answers it. Errors: NOT_FOUND. */
export async function keepSaved(ctx: Ctx, id: string): Promise<JsonText<Flame>> {
  const { rows } = await sql<{ flame: string }>`${preparedStatement}
    with flame as materialized (${flameQuery(ctx, id)}),
         kept as (insert into flame_saved (flame_id, version, state) select id, version, json from flame),
         forgotten as (
           delete from flame_saved old where flame_id = ${id} and exists (
             select from flame_saved newer where newer.flame_id = old.flame_id and newer.version > old.version
                and newer.saved_at < now() - ${keptDays} * interval '1 day'))
    select json::text as flame from flame`.execute(ctx.db)
  return new JsonText((rows[0] ?? fail('NOT_FOUND')).flame)
}

/**
 * A flame as it is saved now, and as it was kept for an editor that loaded this version; what changes no field of the
 * editor keeps nothing. Errors: NOT_FOUND.
 */
export async function selectForEdit(
  ctx: Ctx,
  id: string,
  version: number,
): Promise<{ saved: Flame; kept: Flame | null }> {
  const { rows } = await sql<{ saved: Flame; kept: Flame | null }>`${preparedStatement}
    select flame.json as saved,
           (select state from flame_saved where flame_id = ${id} and version <= ${version} order by version desc limit 1) as kept
      from (${flameQuery(ctx, id)}) as flame`.execute(ctx.db)
  return rows[0] ?? fail('NOT_FOUND')
}
