import { sql } from 'kysely'
import type { Flame } from '#contract/orders/flames'
import type { JsonText } from '../../http/answers.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { selectFlame } from './flames.queries.ts'

/** How long an editor can have stood open for its edit to be merged. */
const keptDays = 2

/** Keeps a flame as it was entered by now, as what an editor starts from, and answers it. Errors: NOT_FOUND. */
export async function keepSaved(ctx: Ctx, id: string): Promise<JsonText<Flame>> {
  const { entered, shown } = (await selectFlame(ctx, id)) ?? fail('NOT_FOUND')
  await sql`
    insert into flame_saved (flame_id, version, state)
    select id, version, ${entered.text}::json from flame where id = ${id}`.execute(ctx.db)
  await sql`
    delete from flame_saved old where flame_id = ${id} and exists (
      select from flame_saved newer where newer.flame_id = old.flame_id and newer.version > old.version
         and newer.saved_at < now() - ${keptDays} * interval '1 day')`.execute(ctx.db)
  return shown
}

/** What an editor that loaded this version started from; what changes no field of the editor keeps nothing. */
export async function findSaved(ctx: Ctx, id: string, version: number): Promise<Flame | undefined> {
  const { rows } = await sql<{ state: Flame }>`
    select state from flame_saved where flame_id = ${id} and version <= ${version}
     order by version desc limit 1`.execute(ctx.db)
  return rows[0]?.state
}
