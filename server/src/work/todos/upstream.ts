import { sql } from 'kysely'
import type { TodoType } from '#contract/work/todos'
import { seenBy } from '../../db/assigned.ts'
import { preparedStatement } from '../../db/db.ts'
import { gap } from '../../db/places.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'

/** Returns the kind of the record. Errors: NOT_FOUND for a flame or project that the caller may not see. */
export async function assertSeen(ctx: Ctx, ref: string): Promise<TodoType> {
  return (await find(ctx, ref)).type
}

/** Details of an error besides its code. */
export type Blame = Parameters<typeof fail>[1]

/** Locks a flame or project against archiving and the bin. Errors: NOT_FOUND, IN_BIN, ARCHIVED. */
export async function holdAtWork(ctx: Ctx, ref: string, blame?: Blame): Promise<TodoType> {
  const { type, deleted, archived } = await find(ctx, ref, sql`for share`, blame)
  if (deleted) fail('IN_BIN', blame)
  if (archived) fail('ARCHIVED', blame)
  return type
}

interface Upstream {
  readonly type: TodoType
  readonly deleted: boolean
  readonly archived: boolean
}

async function find(ctx: Ctx, ref: string, lock = sql``, blame?: Blame): Promise<Upstream> {
  for (const [type, needs] of [
    ['FLAME', 'FLAME_READ'],
    ['PROJECT', 'PROJECT_READ'],
  ] as const) {
    if (!ctx.actor.permissions.has(needs)) continue
    // Locked before the join: a lock within the join would lose a row that is being moved to another step.
    const { rows } = await sql<Upstream>`${preparedStatement}
      with held as materialized (select * from ${sql.table(type.toLowerCase())} where id = ${ref} ${lock})
      select ${sql.lit(type)} as type, held.deleted_at is not null as deleted, held.archived_at is not null as archived
        from held join blackboard_step s on s.id = held.step_id
       where ${seenBy('blackboard', sql`s.blackboard_id`, ctx.actor)}`.execute(ctx.db)
    if (rows[0]) return rows[0]
  }
  return fail('NOT_FOUND', blame)
}

interface Place {
  readonly beforeRef?: string | null | undefined
  readonly afterRef?: string | null | undefined
}

/** Returns the position next to the named to-do; undefined if none is named or it is gone. */
export async function placeBeside(
  ctx: Ctx,
  ref: string,
  place: Place,
  renumbered = false,
): Promise<number | undefined> {
  const beside = place.beforeRef ?? place.afterRef
  if (!beside) return undefined
  const { rows } = await sql<{ id: string; at: number }>`${preparedStatement}
    select id, order_key::float8 as at from todo where ref = ${ref} order by order_key, id`.execute(ctx.db)
  const index = rows.findIndex(({ id }) => id === beside)
  if (index < 0) return undefined
  const next = place.beforeRef ? index : index + 1
  const above = rows[next - 1]?.at ?? (rows[0]?.at ?? 0) - 2 * gap
  const below = rows[next]?.at ?? above + 2 * gap
  const middle = Math.floor((above + below) / 2)
  if (middle > above && middle < below) return middle
  if (renumbered) throw new Error('renumbered to-dos stand too close')
  await sql`
    update todo set order_key = numbered.row * ${gap}::bigint
      from (select id, row_number() over (order by order_key, id) as row from todo where ref = ${ref}) numbered
     where todo.id = numbered.id`.execute(ctx.db)
  return placeBeside(ctx, ref, place, true)
}
