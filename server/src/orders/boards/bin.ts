import { type RawBuilder, sql } from 'kysely'
import type { BoardKind } from '#contract/orders/boards'
import { seenBy } from '../../db/assigned.ts'
import { preparedStatement } from '../../db/db.ts'
import { JsonText, listed } from '../../http/answers.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'

interface Cards {
  readonly kind: BoardKind
  readonly table: string
  /** Query for the stored card of the row `f`. */
  readonly card: RawBuilder<string>
}

/**
 * Returns a function that reads the cards in the bin of a board with who deleted them, the latest first, at most 1000.
 * It fails with NOT_FOUND unless it is a board of that kind that the caller may see.
 */
export function binOf<Binned>({ kind, table, card }: Cards) {
  return async (ctx: Ctx, boardId: string): Promise<JsonText<Binned[]>> => {
    const { rows } = await sql<{ card: string | null }>`${preparedStatement}
      select binned.card
        from blackboard b
        left join lateral (
               select left((${card}), -1) || ',"deletedBy":' || coalesce(to_json(u.username)::text, 'null') || '}' as card,
                      f.deleted_at, f.id
                 from blackboard_step s
                 join ${sql.table(table)} f on f.step_id = s.id and f.deleted_at is not null
                 left join app_user u on u.id = f.deleted_by
                where s.blackboard_id = b.id order by f.deleted_at desc, f.id limit 1000) as binned on true
       where b.id = ${boardId} and b.kind = ${sql.lit(kind)} and ${seenBy('blackboard', sql`b.id`, ctx.actor)}
       order by binned.deleted_at desc, binned.id`.execute(ctx.db)
    if (rows.length === 0) fail('NOT_FOUND')
    return new JsonText('[', ...listed(rows.flatMap(({ card }) => card ?? [])), ']')
  }
}
