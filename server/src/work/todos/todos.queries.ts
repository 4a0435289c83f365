import { type RawBuilder, sql } from 'kysely'
import type { Todo } from '#contract/work/todos'
import { seenBy } from '../../db/assigned.ts'
import type { Ctx } from '../../http/context.ts'

/** A to-do `t` with what it belongs to. */
export const todoFrom = sql`todo t
  join flame f on f.id = t.flame_id
  join blackboard_step s on s.id = f.step_id
  join dossier d on d.flame_id = f.id
  join contact c on c.id = d.contact_id`

/** Every call looks through this: a to-do of what the caller does not see is not there. */
export const seen = ({ actor }: Ctx): RawBuilder<boolean> =>
  actor.permissions.has('FLAME_READ') ? seenBy('blackboard', sql`s.blackboard_id`, actor) : sql`false`

/** Of what is neither archived nor in the bin. */
export const isAtWork = sql`f.archived_at is null and f.deleted_at is null`

/** The end, or else the start: from then on it is due, unless it waits. */
export const dueAt = sql`coalesce(t.due, t.start)`

export const todoJson = sql`json_build_object(
  'id', t.id, 'version', t.version, 'type', 'FLAME', 'ref', t.flame_id, 'blackBoardRef', s.blackboard_id,
  'refTitle', c.full_name, 'title', t.title, 'activities', t.activities, 'feedback', t.feedback, 'state', t.state,
  'assigneeRef', t.assignee_id, 'start', iso(t.start), 'due', iso(t.due), 'startFrom', t.start_from,
  'startOperator', t.start_operator, 'startDays', t.start_days, 'finished', iso(t.finished), 'orderKey', t.order_key,
  'createdBy', t.created_by, 'createdUtc', iso(t.created_at), 'updatedUtc', iso(t.updated_at))`

/** Those of them that the caller sees. */
export async function selectTodos(
  ctx: Ctx,
  which: RawBuilder<unknown>,
  order = sql`t.order_key, t.id`,
): Promise<Todo[]> {
  const { rows } = await sql<{ row: Todo }>`
    select ${todoJson} as row from ${todoFrom} where ${which} and ${seen(ctx)} order by ${order}`.execute(ctx.db)
  return rows.map(({ row }) => row)
}

/** The same in the order in which they are named. */
export const selectByIds = (ctx: Ctx, ids: readonly string[]): Promise<Todo[]> =>
  selectTodos(ctx, sql`t.id = any (${ids}::uuid[])`, sql`array_position(${ids}::uuid[], t.id)`)
