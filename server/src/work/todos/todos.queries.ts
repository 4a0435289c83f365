import { type RawBuilder, sql } from 'kysely'
import type { Todo } from '#contract/work/todos'
import { seenBy } from '../../db/assigned.ts'
import { preparedStatement } from '../../db/db.ts'
import type { Ctx } from '../../http/context.ts'

/** Where the flame or the project stands that a to-do `t` hangs on. A step that is not asked for costs nothing. */
const place = sql`
  left join flame f on f.id = t.flame_id
  left join blackboard_step fs on fs.id = f.step_id
  left join project p on p.id = t.project_id
  left join blackboard_step ps on ps.id = p.step_id`
const board = sql`coalesce(fs.blackboard_id, ps.blackboard_id)`

/** A to-do that was not removed, with the place of what it hangs on, which says who may see it. */
export const todoInPlace = inPlace(sql`select * from todo where deleted_at is null`)

/** The same of some that are found before the place of each is looked up. */
export const fewInPlace = (which: readonly RawBuilder<unknown>[]) =>
  inPlace(sql`select * from todo t where t.deleted_at is null and ${sql.join(which, sql` and `)} offset 0`)

/** The same of to-dos that a statement selects. */
export function inPlace(todos: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${todos}) as t ${place}`
}

/** Those of them that are asked for, with all that is shown of them: a row, which becomes JSON in half the time that pairs take. */
const todosShown = (asked: RawBuilder<unknown>): RawBuilder<unknown> => shownOf(sql`${todoInPlace} ${asked}`)

/** The same of those whose ids a statement selects; each has its `place` in the order of that. */
export const todosInOrder = (ids: RawBuilder<unknown>): RawBuilder<unknown> =>
  shownOf(sql`(
    select t.*, asked.place from unnest(array(${ids})) with ordinality as asked (id, place)
      join todo t on t.id = asked.id) as t ${place}`)

/** The same of to-dos that a statement writes. */
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

/** Every call looks through this: a to-do of what the caller does not see is not there. */
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
 * Of what is neither archived nor in the bin; column by column, so that the planner knows how rare that is. Of a table without rows
 * it knows nothing: what hangs on no project does not ask for any.
 */
export const isAtWork = sql`
  (t.flame_id is null or f.archived_at is null and f.deleted_at is null)
  and (t.project_id is null or p.archived_at is null and p.deleted_at is null)`

/** What was done is counted when that is archived, too. Few lie in the bin: these are looked up once, and not each to-do's own. */
export const isOutsideBin = sql`
  (t.flame_id is null or t.flame_id not in (select id from flame where deleted_at is not null))
  and (t.project_id is null or t.project_id not in (select id from project where deleted_at is not null))`

/**
 * To-dos at work that the caller sees, to be counted: what each hangs on is joined at once, where the others are looked up one
 * by one.
 */
export function todosAtWork({ actor }: Ctx, which: RawBuilder<unknown>): RawBuilder<unknown> {
  const at = (table: string, key: string) => sql`
    select t.* from todo t join ${sql.table(table)} w on w.id = t.${sql.ref(key)} join blackboard_step s on s.id = w.step_id
     where ${which} and t.deleted_at is null and w.archived_at is null and w.deleted_at is null and ${seenBy('blackboard', sql`s.blackboard_id`, actor)}`
  const [flames, projects] = [actor.permissions.has('FLAME_READ'), actor.permissions.has('PROJECT_READ')]
  const seen = [...(flames ? [at('flame', 'flame_id')] : []), ...(projects ? [at('project', 'project_id')] : [])]
  return seen.length > 0 ? sql`(${sql.join(seen, sql` union all `)})` : sql`(select * from todo where false)`
}

/** The end, or else the start: from then on it is due, unless it waits. */
export const dueAt = sql`coalesce(t.due, t.start)`

export const todoJson = sql`row_to_json(shown)`

/** Those of them that the caller sees. */
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

/** The same in the order in which they are named. */
export const selectByIds = (ctx: Ctx, ids: readonly string[]): Promise<Todo[]> =>
  selectTodos(ctx, sql`t.id = any (${ids}::uuid[])`, sql`array_position(${ids}::uuid[], t.id)`)
