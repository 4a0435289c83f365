import { type RawBuilder, sql } from 'kysely'
import type { Todo } from '#contract/work/todos'
import { seenBy } from '../../db/assigned.ts'
import { preparedStatement } from '../../db/db.ts'
import type { Ctx } from '../../http/context.ts'

/** Joins the flame or project of a to-do `t` with its step. Outer joins whose columns are not used cost nothing. */
const place = sql`
  left join flame f on f.id = t.flame_id
  left join blackboard_step fs on fs.id = f.step_id
  left join project p on p.id = t.project_id
  left join blackboard_step ps on ps.id = p.step_id`
const board = sql`coalesce(fs.blackboard_id, ps.blackboard_id)`

/** To-dos that were not removed, with the step of their flame or project, which decides who may see them. */
export const todoInPlace = inPlace(sql`select * from todo where deleted_at is null`)

/** Returns to-dos like `todoInPlace` that match conditions, evaluated before their steps are looked up. */
export const fewInPlace = (which: readonly RawBuilder<unknown>[]) =>
  inPlace(sql`select * from todo t where t.deleted_at is null and ${sql.join(which, sql` and `)} offset 0`)

/** Returns to-dos like `todoInPlace` from a given query. */
export function inPlace(todos: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${todos}) as t ${place}`
}

/** Returns to-dos with everything that is shown of them as a row; a row is converted to JSON twice as fast as pairs. */
const todosShown = (asked: RawBuilder<unknown>): RawBuilder<unknown> => shownOf(sql`${todoInPlace} ${asked}`)

/** Returns the to-dos of a query for ids, each with its `place` in that order. */
export const todosInOrder = (ids: RawBuilder<unknown>): RawBuilder<unknown> =>
  shownOf(sql`(
    select t.*, asked.place from unnest(array(${ids})) with ordinality as asked (id, place)
      join todo t on t.id = asked.id) as t ${place}`)

/** Returns to-dos that a statement writes. */
export const writtenShown = (written: RawBuilder<unknown>): RawBuilder<unknown> =>
  shownOf(sql`${written} as t ${place}`)

const shownOf = (todos: RawBuilder<unknown>) => sql`(
  select t.*, ${board} as board_id, p.title as project_title from ${todos}) as t
  left join dossier d on d.flame_id = t.flame_id left join contact c on c.id = d.contact_id
  cross join lateral (
    select t.id, t.version,
           case when t.flame_id is not null then 'FLAME' else 'PROJECT' end as type, t.ref,
           t.board_id as "blackBoardRef", coalesce(c.full_name, t.project_title) as "refTitle", t.title,
           t.activities, t.feedback, t.state,
           t.assignee_id as "assigneeRef", iso(t.start) as start, iso(t.due) as due, t.start_from as "startFrom",
           t.start_operator as "startOperator", t.start_days as "startDays", iso(t.finished) as finished,
           t.order_key as "orderKey", t.created_by as "createdBy", iso(t.created_at) as "createdUtc",
           iso(t.updated_at) as "updatedUtc") as shown`

/** Returns the condition that the caller may see the flame or project of a to-do; every call applies it. */
export const seen = ({ actor }: Ctx): RawBuilder<boolean> => {
  const [flames, projects] = [actor.permissions.has('FLAME_READ'), actor.permissions.has('PROJECT_READ')]
  const kinds = flames
    ? projects
      ? 'true'
      : 't.flame_id is not null'
    : projects
      ? 't.project_id is not null'
      : 'false'
  return sql`${sql.raw(kinds)} and ${seenBy('blackboard', board, actor)}`
}

/**
 * Condition that the flame or project is neither archived nor in the bin. It tests column by column, so that the
 * planner can estimate it; the null checks help where one of the tables is empty and has no statistics.
 */
export const isAtWork = sql`
  (t.flame_id is null or f.archived_at is null and f.deleted_at is null)
  and (t.project_id is null or p.archived_at is null and p.deleted_at is null)`

/**
 * Condition that the flame or project is outside the bin, for finished to-dos, which count when it is archived too. Few
 * records are in the bin, so they are looked up once instead of for each to-do.
 */
export const isOutsideBin = sql`
  (t.flame_id is null or t.flame_id not in (select id from flame where deleted_at is not null))
  and (t.project_id is null or t.project_id not in (select id from project where deleted_at is not null))`

/** Returns to-dos of open flames and projects that the caller may see, for counting: joined at once, not row by row. */
export function todosAtWork({ actor }: Ctx, which: RawBuilder<unknown>): RawBuilder<unknown> {
  const at = (table: string, key: string) => sql`
    select t.* from todo t join ${sql.table(table)} w on w.id = t.${sql.ref(key)} join blackboard_step s on s.id = w.step_id
     where ${which} and t.deleted_at is null and w.archived_at is null and w.deleted_at is null and ${seenBy('blackboard', sql`s.blackboard_id`, actor)}`
  const [flames, projects] = [actor.permissions.has('FLAME_READ'), actor.permissions.has('PROJECT_READ')]
  const seen = [...(flames ? [at('flame', 'flame_id')] : []), ...(projects ? [at('project', 'project_id')] : [])]
  return seen.length > 0 ? sql`(${sql.join(seen, sql` union all `)})` : sql`(select * from todo where false)`
}

/** Time from which a to-do is due, unless it waits: its end, or else its start. */
export const dueAt = sql`coalesce(t.due, t.start)`

export const todoJson = sql`row_to_json(shown)`

/** Returns the matching to-dos that the caller may see. */
export async function selectTodos(
  ctx: Ctx,
  which: RawBuilder<unknown>,
  order = sql`t.order_key, t.id`,
): Promise<Todo[]> {
  const { rows } = await sql<{ row: Todo }>`${preparedStatement}
    select ${todoJson} as row from ${todosShown(sql`where ${which} and ${seen(ctx)}`)} order by ${order}`.execute(
    ctx.db,
  )
  return rows.map(({ row }) => row)
}

/** Returns to-dos in the order of the ids. */
export const selectByIds = (ctx: Ctx, ids: readonly string[]): Promise<Todo[]> =>
  selectTodos(ctx, sql`t.id = any (${ids}::uuid[])`, sql`array_position(${ids}::uuid[], t.id)`)
