import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits'
import type { Todo, TodoSearch, todoSorts } from '#contract/work/todos'
import { holdsAll } from '../../db/words.ts'
import { JsonText } from '../../http/answers.ts'
import { actorId, type Ctx } from '../../http/context.ts'
import { dueAt, isAtWork, seen, todoFrom, todoJson } from './todos.queries.ts'

interface Found {
  todos: Todo[]
  total: number
  more: boolean
}

export async function searchTodos(ctx: Ctx, search: TodoSearch): Promise<JsonText<Found>> {
  const { page, pageSize, descending } = search
  const before = (page - 1) * pageSize
  const { rows } = await sql<{ todos: string; found: number }>`
    select coalesce(string_agg(row::text, ',' order by place) filter (where place <= ${pageSize}), '') as todos,
           count(*)::int as found
      from (select ${todoJson} as row, row_number() over () as place
              from (select t.* from ${todoFrom} where ${conditions(ctx, search)}
                     order by ${sorts[search.sort](descending ? sql`desc` : sql`asc`)}, t.id
                     limit ${pageSize + 1} offset ${before}) as t
              join flame f on f.id = t.flame_id
              join blackboard_step s on s.id = f.step_id
              join dossier d on d.flame_id = f.id
              join contact c on c.id = d.contact_id
             order by ${sorts[search.sort](descending ? sql`desc` : sql`asc`)}, t.id) as numbered`.execute(ctx.db)
  const { todos = '', found = 0 } = rows[0] ?? {}
  return new JsonText(`{"todos":[`, todos, `],"total":${before + found},"more":${found > pageSize}}`)
}

type Direction = RawBuilder<unknown>

const sorts: Record<(typeof todoSorts)[number], (direction: Direction) => RawBuilder<unknown>> = {
  DUE: (direction) => sql`t.state, ${dueAt} ${direction}`,
  TITLE: (direction) => sql`fold(t.title) ${direction}`,
  UPDATED: (direction) => sql`t.updated_at ${direction}`,
}

/** How many due to-dos are the caller's; more than a thousand are as good as a thousand. */
export async function countOwnDue(ctx: Ctx): Promise<{ count: number }> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from ${todoFrom} where t.assignee_id = ${actorId(ctx)} and ${isDue(ctx.now)} and ${isAtWork} and ${seen(ctx)}
       limit ${limits.search.pageSize}) as due`.execute(ctx.db)
  return { count: rows[0]?.count ?? 0 }
}

const isDue = (now: Date) => sql`t.state = 'OPEN' and ${dueAt} <= ${now}`

function conditions(ctx: Ctx, search: TodoSearch): RawBuilder<unknown> {
  const { own, states, dueOnly, assigneeRef, unassigned, type, text } = search
  const wanted = sql.join(states.map((state) => sql.lit(state)))
  const all = [states.length > 0 ? sql`t.state in (${wanted})` : sql`false`, isAtWork, seen(ctx)]
  if (own) all.push(sql`t.assignee_id = ${actorId(ctx)}`)
  if (assigneeRef) all.push(sql`t.assignee_id = ${assigneeRef}`)
  if (unassigned) all.push(sql`t.assignee_id is null`)
  if (dueOnly) all.push(isDue(ctx.now))
  if (type) all.push(type === 'FLAME' ? sql`true` : sql`false`)
  all.push(...(holdsAll(sql`t.search`, text ?? '') as RawBuilder<boolean>[]))
  return sql.join(all, sql` and `)
}
