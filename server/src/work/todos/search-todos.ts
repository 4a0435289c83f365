import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits'
import { type Todo, type TodoSearch, type TodoState, type todoSorts, todoStates } from '#contract/work/todos'
import { betweenDays } from '../../db/days.ts'
import { isKeptPage, preparedStatement } from '../../db/db.ts'
import { holdsAll } from '../../db/words.ts'
import { JsonText } from '../../http/answers.ts'
import { actorId, type Ctx } from '../../http/context.ts'
import {
  dueAt,
  fewInPlace,
  isAtWork,
  isOutsideBin,
  seen,
  todoInPlace,
  todoJson,
  todosInOrder,
} from './todos.queries.ts'

interface Found {
  todos: Todo[]
  total: number
  more: boolean
}

export async function searchTodos(ctx: Ctx, search: TodoSearch): Promise<JsonText<Found>> {
  const { page, pageSize } = search
  const which = conditions(ctx, search, search.own ? await ownAndAway(ctx) : [])
  const before = (page - 1) * pageSize
  const { from, order } = candidates(search, which)
  // as its index is read, from either end
  const byId = search.sort === 'UPDATED' ? directionOf(search) : sql``
  const { rows } = await sql<{ todos: string; found: number }>`${isOnePlan(search) ? preparedStatement : sql``}
    select coalesce(string_agg(row::text, ',' order by place) filter (where place <= ${pageSize}), '') as todos,
           count(*)::int as found
      from (select ${todoJson} as row, t.place from ${todosInOrder(sql`
        select t.id from ${from}
         order by ${order}, t.id ${byId} limit ${sql.lit(pageSize + 1)} offset ${sql.lit(before)}`)}) as found`.execute(
    ctx.db,
  )
  const { todos = '', found = 0 } = rows[0] ?? {}
  return new JsonText(`{"todos":[`, todos, `],"total":${before + found},"more":${found > pageSize}}`)
}

/** How many there are, on all pages. */
export async function countTodos(ctx: Ctx, search: TodoSearch): Promise<{ count: number }> {
  const which = conditions(ctx, search, search.own ? await ownAndAway(ctx) : [])
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${inSpan(search)} where ${isIn(statesOf(search))} and ${which}`.execute(ctx.db)
  return { count: rows[0]?.count ?? 0 }
}

interface Candidates {
  readonly from: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
}

/** What a page is taken from. A list of all is read part by part in the order of an index, of each no more than the page can need. */
function candidates(search: TodoSearch, which: RawBuilder<unknown>): Candidates {
  const { sort, descending } = search
  const states = statesOf(search)
  const order = sorts[sort](directionOf(search))
  const most = sql.lit(search.page * search.pageSize + 1)
  const first = (columns: RawBuilder<unknown>, part: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`
    (select ${columns} from ${todoInPlace} where ${part} and ${which} order by ${order}, t.id limit ${most})`
  if (isOfAll(search) && sort === 'ASSIGNEE') {
    const byDue = sql`t.state, ${dueAt}`
    // The planner does not know the state, so that it reads the index of each person and not that of all that is undone.
    const ofPerson = first(sql`t.*`, sql`t.assignee_id = person.id and t.state = part.state`, dueAt)
    return {
      from: sql`(
        (select t.*, person.place from (select id, dense_rank() over (order by fold(username) ${directionOf(search)}) as place
                                          from app_user order by place) as person
          cross join unnest(array[${sql.join(states.map((state) => sql.lit(state)))}]) as part (state)
          cross join lateral ${ofPerson} as t
          order by person.place, ${byDue}, t.id limit ${most})
        union all ${first(sql`t.*, null`, sql`t.assignee_id is null and ${isIn(states)}`, byDue)}) as t`,
      order: sql`t.place nulls last, ${byDue}`,
    }
  }
  if (isUndone(search) && sort === 'DUE' && descending) {
    const parts = states.flatMap((state) => [
      first(sql`t.*`, sql`t.state = ${sql.lit(state)} and ${dueAt} is not null`, sql`${dueAt} desc`),
      first(sql`t.*`, sql`t.state = ${sql.lit(state)} and ${dueAt} is null`, dueAt),
    ])
    return { from: sql`(${sql.join(parts, sql` union all `)}) as t`, order }
  }
  const named = sort === 'ASSIGNEE' ? assigneeNamed : sql``
  return { from: sql`${inSpan(search)} ${named} where ${isIn(states)} and ${which}`, order }
}

/** Nothing narrows it down but that it is not done, */
const isOfAll = (search: TodoSearch) => isUndone(search) && !(search.own || search.assigneeRef || search.unassigned)

/** or whose it is. */
const isUndone = (search: TodoSearch) => {
  const { type, text, finishedFrom, finishedTo } = search
  const states = statesOf(search)
  return states.length > 0 && !states.includes('DONE') && !(type || text || finishedFrom || finishedTo)
}

/** What is due is open. */
const statesOf = ({ states, dueOnly }: TodoSearch) => states.filter((state) => state === 'OPEN' || !dueOnly)

/** Those done on some days are found by these, or by whose they are, and ordered then: few are near in no other order. */
function inSpan({ states, assigneeRef, finishedFrom, finishedTo }: TodoSearch) {
  const days = betweenDays(sql`t.finished`, finishedFrom, finishedTo)
  const whose = assigneeRef ? [sql`t.assignee_id = ${assigneeRef}`] : []
  return days.length > 0 ? fewInPlace([isIn(states), ...whose, ...days]) : todoInPlace
}

/** The first page of a list without a word or days is read by the same plan whoever asks, unless few that are due are put in order. */
const isOnePlan = ({ page, pageSize, text, finishedFrom, finishedTo, dueOnly, sort }: TodoSearch) =>
  page === 1 && isKeptPage(pageSize) && !text && !finishedFrom && !finishedTo && !(dueOnly && sort !== 'DUE')

type Direction = RawBuilder<unknown>

const directionOf = ({ descending }: TodoSearch): Direction => (descending ? sql`desc` : sql`asc`)

const sorts: Record<(typeof todoSorts)[number], (direction: Direction) => RawBuilder<unknown>> = {
  DUE: (direction) => sql`t.state, ${dueAt} ${direction} nulls last`,
  TITLE: (direction) => sql`fold(t.title) ${direction}`,
  UPDATED: (direction) => sql`t.updated_at ${direction}`,
  ASSIGNEE: (direction) => sql`assignee.name ${direction} nulls last, t.state, ${dueAt}`,
}

/** Each name is folded once, not for each to-do. */
const assigneeNamed = sql`
  left join (select id, fold(username) as name from app_user offset 0) as assignee on assignee.id = t.assignee_id`

/** How many due to-dos are the caller's; more than a thousand are as good as a thousand. */
export async function countOwnDue(ctx: Ctx): Promise<{ count: number }> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from ${todoInPlace}
       where ${isOf(await ownAndAway(ctx))} and ${isDue(ctx.now)} and ${isAtWork} and ${seen(ctx)}
       limit ${limits.search.pageSize}) as due`.execute(ctx.db)
  return { count: rows[0]?.count ?? 0 }
}

/** The caller, and everybody for whom the caller stands in now. */
export async function ownAndAway(ctx: Ctx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${preparedStatement}
    select person_id as id from stand_ins('TODO', now()) where stand_in_id = ${actorId(ctx)}`.execute(ctx.db)
  return [actorId(ctx), ...rows.map(({ id }) => id)]
}

/** Those of one person are read in the order of their list. */
export const isOf = ([one, ...others]: readonly string[]) =>
  others.length === 0 ? sql`t.assignee_id = ${one}` : sql`t.assignee_id = any (${[one, ...others]}::uuid[])`

/** For all that are not done there are indexes in the order of the lists. */
function isIn(states: readonly TodoState[]): RawBuilder<boolean> {
  if (states.length === 0) return sql`false`
  const undone = todoStates.every((state) => states.includes(state) === (state !== 'DONE'))
  return undone ? sql`t.state <> 'DONE'` : sql`t.state in (${sql.join(states.map((state) => sql.lit(state)))})`
}

const isDue = (now: Date) => sql`t.state = 'OPEN' and ${dueAt} <= ${now}`

/** But for the states. */
function conditions(ctx: Ctx, search: TodoSearch, whose: readonly string[]): RawBuilder<unknown> {
  const { own, dueOnly, assigneeRef, unassigned, type, text } = search
  const done = betweenDays(sql`t.finished`, search.finishedFrom, search.finishedTo)
  const all = [done.length > 0 ? isOutsideBin : isAtWork, seen(ctx), ...done]
  if (own) all.push(isOf(whose))
  if (assigneeRef) all.push(sql`t.assignee_id = ${assigneeRef}`)
  if (unassigned) all.push(sql`t.assignee_id is null`)
  if (dueOnly) all.push(sql`${dueAt} <= ${ctx.now}`)
  if (type) all.push(type === 'FLAME' ? sql`t.flame_id is not null` : sql`t.project_id is not null`)
  all.push(...(holdsAll(sql`t.search`, text ?? '') as RawBuilder<boolean>[]))
  return sql.join(all, sql` and `)
}
