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
  inPlace,
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

interface FoundRow {
  todos: string
  found: number
  /** Whether there are more hits than were read; the todos are then not the page. */
  isCut: boolean
}

const mostHits = 4000

/**
 * Searches to-dos. Few hits of the words are collected and sorted before their flames and projects are looked up; many
 * hits are found near the beginning of the list.
 */
export async function searchTodos(ctx: Ctx, search: TodoSearch): Promise<JsonText<Found>> {
  const { page, pageSize } = search
  const whose = search.own ? await ownAndAway(ctx) : []
  const few = search.text && !isOfDays(search) ? await pageOf(ctx, search, fewOf(ctx, search, whose)) : undefined
  const { todos = '', found = 0 } =
    (!few || few.isCut ? await pageOf(ctx, search, candidates(search, conditions(ctx, search, whose), whose)) : few) ??
    {}
  const before = (page - 1) * pageSize
  return new JsonText(`{"todos":[`, todos, `],"total":${before + found},"more":${found > pageSize}}`)
}

async function pageOf(
  ctx: Ctx,
  search: TodoSearch,
  { parts, from, order, isCut }: Candidates,
): Promise<FoundRow | undefined> {
  const { page, pageSize } = search
  // Follows the direction of the index, from either end.
  const byId = search.sort === 'UPDATED' || search.sort === 'TITLE' ? directionOf(search) : sql``
  const { rows } = await sql<FoundRow>`${isOnePlan(search) ? preparedStatement : sql``}
    ${parts ?? sql``}
    select coalesce(string_agg(row::text, ',' order by place) filter (where place <= ${pageSize}), '') as todos,
           count(*)::int as found, ${isCut ?? sql`false`} as "isCut"
      from (select ${todoJson} as row, t.place from ${todosInOrder(sql`
        select t.id from ${from}
         order by ${order}, t.id ${byId} limit ${sql.lit(pageSize + 1)} offset ${sql.lit((page - 1) * pageSize)}`)}) as found`.execute(
    ctx.db,
  )
  return rows[0]
}

/** Returns the number of to-dos on all pages. */
export async function countTodos(ctx: Ctx, search: TodoSearch): Promise<{ count: number }> {
  const which = conditions(ctx, search, search.own ? await ownAndAway(ctx) : [])
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${inSpan(search)} where ${isIn(statesOf(search))} and ${which}`.execute(ctx.db)
  return { count: rows[0]?.count ?? 0 }
}

interface Candidates {
  readonly parts?: RawBuilder<unknown>
  readonly isCut?: RawBuilder<unknown>
  readonly from: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
}

/** Returns the candidates that contain all words. */
function fewOf(ctx: Ctx, search: TodoSearch, whose: readonly string[]): Candidates {
  const which = [isIn(statesOf(search)), ...ofTodo(ctx, search, whose), ...holdsAll(sql`t.search`, search.text ?? '')]
  const isCut = sql`(select count(*) > ${mostHits} from few)`
  const [order, named] = orderOf(search)
  return {
    // The inner query has no limit, so that it is planned with the index; the outer limit ends it.
    parts: sql`
      with every as materialized (
        select t.id, t.flame_id, t.project_id, t.assignee_id, t.state, t.start, t.due, t.title, t.updated_at
          from todo t where t.deleted_at is null and ${sql.join(which, sql` and `)}),
      few as materialized (select * from every limit ${mostHits + 1})`,
    isCut,
    from: sql`${inPlace(sql`select * from few where not ${isCut}`)} ${named} where ${isAtWork} and ${seen(ctx)}`,
    order,
  }
}

/**
 * Returns what a page is selected from. An unfiltered list is read part by part in the order of an index, of each part
 * no more than the page can need.
 */
function candidates(search: TodoSearch, which: RawBuilder<unknown>, whose: readonly string[]): Candidates {
  const { sort, descending } = search
  const states = statesOf(search)
  const [order, named] = orderOf(search)
  const most = sql.lit(search.page * search.pageSize + 1)
  const first = (columns: RawBuilder<unknown>, part: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`
    (select ${columns} from ${todoInPlace} where ${part} and ${which} order by ${order}, t.id limit ${most})`
  const partOf = sql`unnest(array[${sql.join(states.map((state) => sql.lit(state)))}]) as part (state)`
  // The state is a column, not a value, so that the planner uses the index of each person and not the one of all
  // unfinished to-dos.
  const ofPerson = sql`t.assignee_id = person.id and t.state = part.state`
  if (isOfAll(search) && sort === 'ASSIGNEE') {
    const byDue = sql`t.state, ${dueAt}`
    return {
      from: sql`(
        (select t.*, person.place from (select id, dense_rank() over (order by fold(username) ${directionOf(search)}) as place
                                          from app_user order by place) as person
          cross join ${partOf} cross join lateral ${first(sql`t.*`, ofPerson, dueAt)} as t
          order by person.place, ${byDue}, t.id limit ${most})
        union all ${first(sql`t.*, null`, sql`t.assignee_id is null and ${isIn(states)}`, byDue)}) as t`,
      order: sql`t.place nulls last, ${byDue}`,
    }
  }
  if (isUndone(search) && isOfSome(search)) {
    const persons = search.assigneeRef ? [search.assigneeRef] : whose
    const ofEach = (part: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`
      select t.* from unnest(${[...persons]}::uuid[]) as person (id) cross join ${partOf} cross join lateral ${first(sql`t.*`, part, order)} as t`
    const parts =
      sort === 'DUE' && descending
        ? [
            ofEach(sql`${ofPerson} and ${dueAt} is not null`, sql`${dueAt} desc`),
            ofEach(sql`${ofPerson} and ${dueAt} is null`, dueAt),
          ]
        : [ofEach(ofPerson, dueAt)]
    return { from: sql`(${sql.join(parts, sql` union all `)}) as t`, order }
  }
  if (isUndone(search) && sort === 'DUE' && descending) {
    const parts = states.flatMap((state) => [
      first(sql`t.*`, sql`t.state = ${sql.lit(state)} and ${dueAt} is not null`, sql`${dueAt} desc`),
      first(sql`t.*`, sql`t.state = ${sql.lit(state)} and ${dueAt} is null`, dueAt),
    ])
    return { from: sql`(${sql.join(parts, sql` union all `)}) as t`, order }
  }
  return { from: sql`${inSpan(search)} ${named} where ${isIn(states)} and ${which}`, order }
}

/** Returns the sort order and the join it needs; to-dos of one person, or of nobody, are sorted by their end. */
function orderOf(search: TodoSearch): [order: RawBuilder<unknown>, named: RawBuilder<unknown>] {
  const { sort, assigneeRef, unassigned } = search
  if (sort !== 'ASSIGNEE') return [sorts[sort](directionOf(search)), sql``]
  return assigneeRef || unassigned ? [sorts.DUE(sql`asc`), sql``] : [sorts.ASSIGNEE(directionOf(search)), assigneeNamed]
}

/** Whether only words, and being unfinished, narrow the list. */
const isOfAll = (search: TodoSearch) => isUndone(search) && !(search.own || search.assigneeRef || search.unassigned)

/** Whether only words, an assignee, and being unfinished narrow the list. */
const isUndone = (search: TodoSearch) => {
  const states = statesOf(search)
  return states.length > 0 && !states.includes('DONE') && !search.type && !isOfDays(search)
}
/** Whether the list shows the to-dos of some people by their end, for which there is an index per person. */
const isOfSome = ({ sort, own, assigneeRef }: TodoSearch) =>
  assigneeRef ? sort === 'DUE' || sort === 'ASSIGNEE' : own && sort === 'DUE'
const isOfDays = ({ finishedFrom, finishedTo }: TodoSearch) => Boolean(finishedFrom || finishedTo)

/** Due to-dos are always open. */
const statesOf = ({ states, dueOnly }: TodoSearch) => [
  ...new Set(states.filter((state) => state === 'OPEN' || !dueOnly)),
]

/**
 * Returns the source of the to-dos. Those finished on some days are found by these days or the assignee and then
 * sorted; they are near the beginning of no other order.
 */
function inSpan({ states, assigneeRef, finishedFrom, finishedTo }: TodoSearch) {
  const days = betweenDays(sql`t.finished`, finishedFrom, finishedTo)
  const whose = assigneeRef ? [sql`t.assignee_id = ${assigneeRef}`] : []
  return days.length > 0 ? fewInPlace([isIn(states), ...whose, ...days]) : todoInPlace
}

/**
 * Whether all callers can share one prepared plan: for the first page of a list without words and days, unless the page
 * needs a sort, as for due to-dos, or for a person's to-dos in an order without index.
 */
const isOnePlan = (search: TodoSearch) => {
  const { page, pageSize, text, dueOnly, sort, own, assigneeRef } = search
  const isOrdered = own || assigneeRef ? isUndone(search) && isOfSome(search) : !(dueOnly && sort !== 'DUE')
  return page === 1 && isKeptPage(pageSize) && !text && !isOfDays(search) && isOrdered
}

type Direction = RawBuilder<unknown>

const directionOf = ({ descending }: TodoSearch): Direction => (descending ? sql`desc` : sql`asc`)

const sorts: Record<(typeof todoSorts)[number], (direction: Direction) => RawBuilder<unknown>> = {
  DUE: (direction) => sql`t.state, ${dueAt} ${direction} nulls last`,
  TITLE: (direction) => sql`fold(t.title) ${direction}`,
  UPDATED: (direction) => sql`t.updated_at ${direction}`,
  ASSIGNEE: (direction) => sql`assignee.name ${direction} nulls last, t.state, ${dueAt}`,
}

/** The subquery folds each name once instead of once per to-do. */
const assigneeNamed = sql`
  left join (select id, fold(username) as name from app_user offset 0) as assignee on assignee.id = t.assignee_id`

/** Returns how many due to-dos the caller has; counting stops at the limit of a page. */
export async function countOwnDue(ctx: Ctx): Promise<{ count: number }> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from ${todoInPlace}
       where ${isOf(await ownAndAway(ctx))} and ${isDue(ctx.now)} and ${isAtWork} and ${seen(ctx)}
       limit ${limits.search.pageSize}) as due`.execute(ctx.db)
  return { count: rows[0]?.count ?? 0 }
}

/** Returns the caller and everybody for whom the caller stands in at present. */
export async function ownAndAway(ctx: Ctx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${preparedStatement}
    select person_id as id from stand_ins('TODO', now()) where stand_in_id = ${actorId(ctx)}`.execute(ctx.db)
  return [actorId(ctx), ...rows.map(({ id }) => id)]
}

/** With a single person, the rows are read in the order of the index. */
export const isOf = ([one, ...others]: readonly string[]) =>
  others.length === 0 ? sql`t.assignee_id = ${one}` : sql`t.assignee_id = any (${[one, ...others]}::uuid[])`

/** `<> 'DONE'` matches the partial indexes in the order of the lists. */
function isIn(states: readonly TodoState[]): RawBuilder<boolean> {
  if (states.length === 0) return sql`false`
  const undone = todoStates.every((state) => states.includes(state) === (state !== 'DONE'))
  return undone ? sql`t.state <> 'DONE'` : sql`t.state in (${sql.join(states.map((state) => sql.lit(state)))})`
}

const isDue = (now: Date) => sql`t.state = 'OPEN' and ${dueAt} <= ${now}`

/** Returns the conditions of a search except for the states. */
function conditions(ctx: Ctx, search: TodoSearch, whose: readonly string[]): RawBuilder<unknown> {
  const done = betweenDays(sql`t.finished`, search.finishedFrom, search.finishedTo)
  const words = holdsAll(sql`t.search`, search.text ?? '')
  const all = [done.length > 0 ? isOutsideBin : isAtWork, seen(ctx), ...done, ...ofTodo(ctx, search, whose), ...words]
  return sql.join(all, sql` and `)
}

/** Returns the conditions on columns of the to-do itself. */
function ofTodo(ctx: Ctx, search: TodoSearch, whose: readonly string[]): RawBuilder<unknown>[] {
  const { own, dueOnly, assigneeRef, unassigned, type } = search
  const all: RawBuilder<unknown>[] = []
  if (own) all.push(isOf(whose))
  if (assigneeRef) all.push(sql`t.assignee_id = ${assigneeRef}`)
  if (unassigned) all.push(sql`t.assignee_id is null`)
  if (dueOnly) all.push(sql`${dueAt} <= ${ctx.now}`)
  if (type) all.push(type === 'FLAME' ? sql`t.flame_id is not null` : sql`t.project_id is not null`)
  return all
}
