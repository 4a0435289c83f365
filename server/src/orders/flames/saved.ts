import { sql } from 'kysely'
import type { Flame } from '#contract/orders/flames'
import { preparedStatement } from '../../db/db.ts'
import { type LastQuery, lastQuery } from '../../db/last-query.ts'
import { JsonText } from '../../http/answers.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { type StandIn, savedStates } from '../boards/boards.ts'
import { besideOwn, flameQuery, shownFlame } from './flames.queries.ts'
import { flameCards, type LockedFlame } from './lock.ts'
import { standIn } from './proxies.ts'

const states = savedStates('flame_saved', 'flame_id')

/** Returns the last query of a call: it stores the flame for editors and reads it. Errors: NOT_FOUND. */
export const keepSaved = (ctx: Ctx, id: string): LastQuery<JsonText<Flame>> =>
  lastQuery(
    sql<{ flame: string }>`${preparedStatement}
      with own as materialized (${flameQuery(ctx, id)}),
           kept as (${states.kept}), forgotten as (${states.forgotten(id)})
      select ${shownFlame} as flame from own ${besideOwn}`,
    (row) => new JsonText((row ?? fail('NOT_FOUND')).flame),
  )

interface ForEdit {
  readonly locked: LockedFlame
  readonly saved: Flame
  readonly standIn: StandIn | null
  readonly kept: Flame | null
}

/**
 * Locks an open flame and returns it as saved and as stored for an editor that loaded this version, with the stand-in
 * that is shown in place of a proxy. Errors: NOT_FOUND, IN_BIN, ARCHIVED.
 */
export async function lockForEdit(ctx: Ctx, id: string, version: number): Promise<ForEdit> {
  const saved = sql<Omit<ForEdit, 'locked'>>`${preparedStatement}
    select own.json as saved, ${standIn} as "standIn",
           ${states.at(id, version)} as kept
      from (${flameQuery(ctx, id)}) as own ${besideOwn}`
  const [locked, forEdit] = await flameCards.lockOpenWith(ctx, id, saved)
  return { locked, ...forEdit }
}
