import { type RawBuilder, sql } from 'kysely'
import { dayOf } from '#contract/endpoint'
import type { InvalidKey } from '#contract/sentences/issue'
import {
  type BatchTodo,
  mayTurn,
  type NewTodo,
  type PlannedTodo,
  type Todo,
  type TodoChange,
} from '#contract/work/todos'
import { preparedStatement, sentAhead } from '../../db/db.ts'
import { gap } from '../../db/places.ts'
import { uuidV7 } from '../../db/uuid-v7.ts'
import { type AppContext, actorId, type Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { notify } from '../../together/notifications/notifications.ts'
import { refusedWork } from '../../users/users.ts'
import { selectByIds, selectTodos } from './todos.queries.ts'
import { assertSeen, type Blame, holdAtWork, placeBeside } from './upstream.ts'

// Exports for figures and lists of other slices.
export { isOf, ownAndAway } from './search-todos.ts'

export { dueAt, isAtWork, isOutsideBin, seen as seesTodo, todoInPlace, todosAtWork } from './todos.queries.ts'

/** Errors: NOT_FOUND for a flame or project that the caller may not see. */
export async function listTodos(ctx: Ctx, ref: string): Promise<Todo[]> {
  await assertSeen(ctx, ref)
  return selectTodos(ctx, sql`t.ref = ${ref}`)
}

/** Errors: NOT_FOUND. */
export async function getTodo(ctx: Ctx, id: string, blame?: Blame): Promise<Todo> {
  return (await selectByIds(ctx, [id]))[0] ?? fail('NOT_FOUND', blame)
}

/** Errors: NOT_FOUND, IN_BIN, ARCHIVED, VALIDATION. */
export async function addTodo(ctx: Ctx, todo: NewTodo): Promise<Todo> {
  const [added] = await addTodos(ctx, [todo])
  return added ?? fail('NOT_FOUND')
}

/** Errors: NOT_FOUND, IN_BIN, ARCHIVED, STALE_VERSION, VALIDATION. */
export async function updateTodo(ctx: Ctx, id: string, change: TodoChange): Promise<Todo> {
  await assertAssignees(ctx, [{ ...change, id }], () => '')
  await writeChange(ctx, id, change)
  return getTodo(ctx, id)
}

/** Writes a list of to-dos, all or none. Errors: those of adding and changing, with the position in the list. */
export async function writeBatch(ctx: Ctx, todos: readonly BatchTodo[]): Promise<Todo[]> {
  const at = (index: number) => `${index}.`
  await assertAssignees(ctx, todos, at)
  assertInOrder(todos, at)
  const isNew = (todo: BatchTodo): todo is NewTodo => !todo.id
  const added = await insertTodos(ctx, todos.filter(isNew), (todo) => at(todos.indexOf(todo)))
  const ids: string[] = []
  for (const [index, todo] of todos.entries()) {
    const id = todo.id ?? added.shift() ?? ''
    if (todo.id) await writeChange(ctx, id, todo as TodoChange, at(index))
    ids.push(id)
  }
  return selectByIds(ctx, [...new Set(ids)])
}

/** Errors: NOT_FOUND, IN_BIN, ARCHIVED. */
export async function removeTodo(ctx: Ctx, id: string): Promise<undefined> {
  await holdAtWork(ctx, (await getTodo(ctx, id)).ref)
  await putAway(ctx, id, sql`now()`)
}

/** Errors: NOT_FOUND, also if it was not removed; IN_BIN, ARCHIVED. */
export async function restoreTodo(ctx: Ctx, id: string): Promise<Todo> {
  const removed = await ctx.db
    .selectFrom('todo')
    .select('ref')
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  await holdAtWork(ctx, removed?.ref ?? fail('NOT_FOUND'))
  await putAway(ctx, id, sql`null`)
  return getTodo(ctx, id)
}

const putAway = (ctx: Ctx, id: string, deletedAt: RawBuilder<string | null>) =>
  ctx.db
    .updateTable('todo')
    .set({ deleted_at: deletedAt, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()

const binDays = 30

/** Job: deletes the to-dos that were removed long ago. */
export async function emptyTodoBin({ database }: AppContext): Promise<void> {
  await sql`delete from todo where deleted_at < now() - ${binDays} * interval '1 day'`.execute(database.kysely)
}

async function addTodos(ctx: Ctx, todos: readonly NewTodo[]): Promise<Todo[]> {
  await assertAssignees(ctx, todos, () => '')
  return selectByIds(ctx, await insertTodos(ctx, todos))
}

/** Fields that only a package sets. */
export type Hanging = Partial<Pick<PlannedTodo, 'startFrom' | 'startOperator' | 'startDays' | 'base'>>

/** Adds to-dos and returns their ids in order. Errors: NOT_FOUND, also for another kind of record; IN_BIN, ARCHIVED. */
async function insertTodos(ctx: Ctx, todos: readonly NewTodo[], at?: (todo: NewTodo) => string): Promise<string[]> {
  const blame = (todo: NewTodo) => at && faultOf(`${at(todo)}ref`)
  const firsts = todos.filter((todo, index) => todos.findIndex(({ ref }) => ref === todo.ref) === index)
  for (const first of firsts.toSorted((one, other) => (one.ref < other.ref ? -1 : 1))) {
    const type = await holdAtWork(ctx, first.ref, blame(first))
    const other = todos.find((todo) => todo.ref === first.ref && todo.type !== type)
    if (other) fail('NOT_FOUND', blame(other))
  }
  if (todos.length === 0) return []
  const { ids, insert } = await newTodos(ctx, todos)
  await sql`${sentAhead} ${preparedStatement} ${insert}`.execute(ctx.db)
  return ids
}

/** Returns the statement that adds to-dos to locked flames and projects. */
export async function newTodos(
  ctx: Ctx,
  todos: readonly NewTodo[],
  hanging: readonly Hanging[] = [],
): Promise<{ ids: string[]; insert: RawBuilder<unknown> }> {
  const atEnd = new Map<string, number>()
  const rows = []
  for (const [index, todo] of todos.entries()) {
    const place = await placeBeside(ctx, todo.ref, todo)
    if (place === undefined) atEnd.set(todo.ref, (atEnd.get(todo.ref) ?? 0) + 1)
    rows.push({
      ...todo,
      index,
      id: uuidV7(),
      flame: todo.type === 'FLAME' ? todo.ref : null,
      project: todo.type === 'PROJECT' ? todo.ref : null,
      assignee: todo.assigneeRef === undefined ? actorId(ctx) : todo.assigneeRef,
      place,
      after: (atEnd.get(todo.ref) ?? 0) * gap,
      ...hanging[index],
    })
  }
  const insert = sql`
    with upstream as materialized (
      select ref, coalesce((select max(order_key) from todo where todo.ref = held.ref), 0) as last
        from unnest(${[...new Set(todos.map(({ ref }) => ref))]}::uuid[]) as held (ref))
    insert into todo (id, flame_id, project_id, title, activities, feedback, state, finished, assignee_id, start, due, order_key,
                      created_by, start_from, start_operator, start_days, start_base)
    select id, flame, project, title, coalesce(activities, ''), coalesce(feedback, ''), coalesce(state, 'OPEN'),
           case when state = 'DONE' then now() end, assignee, start, due, coalesce(place, last + after), ${actorId(ctx)},
           "startFrom", coalesce("startOperator", 'ADD_DAYS'), coalesce("startDays", 0), base
      from json_to_recordset(${JSON.stringify(rows)}) as row (
        index int, id uuid, ref uuid, flame uuid, project uuid, title text, activities text, feedback text, state text, assignee uuid,
        start timestamptz, due timestamptz, place bigint, after bigint, "startFrom" text, "startOperator" text, "startDays" int,
        base timestamptz)
      join upstream using (ref) order by index`
  return { ids: rows.map(({ id }) => id), insert }
}

/** Returns the details of an error that name the field of a list. */
const faultOf = (path: string): Blame => ({ fields: [{ path }] })

/** Changes a to-do; `at` is its position in a list. */
async function writeChange(ctx: Ctx, id: string, change: TodoChange, at?: string): Promise<void> {
  const path = at ?? ''
  const blame = at === undefined ? undefined : faultOf(`${at}id`)
  const { ref } = await getTodo(ctx, id, blame)
  await holdAtWork(ctx, ref, blame)
  await sql`select from todo where id = ${id} for update`.execute(ctx.db)
  const saved = await getTodo(ctx, id, blame)
  if (saved.version !== change.version) fail('STALE_VERSION', { current: saved, ...blame })
  const state = change.state ?? saved.state
  if (!mayTurn(saved.state, state)) fail('VALIDATION', { fields: [{ path: `${path}state`, invalid: 'openFirst' }] })
  assertInOrder([{ start: saved.start, due: saved.due, ...defined(change) }], () => path)
  const finishes = state === 'DONE' && saved.state !== 'DONE'
  const byHand = change.start !== undefined && change.start !== saved.start
  const place = await placeBeside(ctx, ref, change)
  await ctx.db
    .updateTable('todo')
    .set({
      ...own(change),
      ...(finishes ? { finished: sql<string>`now()` } : state === 'DONE' ? {} : { finished: null }),
      ...(byHand ? { start_from: null, start_base: null } : {}),
      ...(place === undefined ? {} : { order_key: place }),
      version: saved.version + 1,
      updated_at: sql<string>`now()`,
    })
    .where('id', '=', id)
    .execute()
  if (finishes) await tellFinished(ctx, id, change.title ?? saved.title, saved.createdBy)
}

const defined = ({ start, due }: TodoChange) => ({
  ...(start === undefined ? {} : { start }),
  ...(due === undefined ? {} : { due }),
})

/** Returns the changed columns; undefined ones stay as they are. */
const own = ({ title, activities, feedback, state, assigneeRef, start, due }: TodoChange) => ({
  title,
  activities,
  feedback,
  state,
  assignee_id: assigneeRef,
  start,
  due,
})

/** Notifies the author of a to-do that somebody else has finished it. */
async function tellFinished(ctx: Ctx, id: string, title: string, createdBy: string | null): Promise<void> {
  if (createdBy === null) return
  await notify(ctx, {
    type: 'TODO_FINISHED',
    standIns: 'TODO',
    content: title,
    to: sql`select ${createdBy}::uuid`,
    about: { todo: id },
  })
}

/** Throws if an end is on a day before the start. Errors: VALIDATION. */
function assertInOrder(todos: readonly Pick<TodoChange, 'start' | 'due'>[], path: (index: number) => string): void {
  const fields = todos.flatMap(({ start, due }, index) =>
    start && due && dayOf(new Date(due)) < dayOf(new Date(start))
      ? [{ path: `${path(index)}due`, invalid: 'endBeforeStart' as const }]
      : [],
  )
  if (fields.length > 0) fail('VALIDATION', { fields })
}

/** Throws if a new assignee cannot sign in or may not see the to-do. Errors: VALIDATION. */
async function assertAssignees(
  ctx: Ctx,
  todos: readonly Pick<BatchTodo, 'id' | 'type' | 'ref' | 'assigneeRef'>[],
  path: (index: number) => string,
): Promise<void> {
  const known = new Map<string, InvalidKey | null>()
  const savedOnes = await assignedNow(ctx, todos)
  const fields = []
  const boards = await boardsOf(ctx, [...todos.map(({ ref }) => ref), ...[...savedOnes.values()].map(({ ref }) => ref)])
  for (const [index, { id, type, ref, assigneeRef }] of todos.entries()) {
    const saved = savedOnes.get(id ?? '')
    if (!assigneeRef || saved?.assigneeRef === assigneeRef) continue
    const kind = saved ? (saved.flameRef ? 'FLAME' : 'PROJECT') : type
    const work = kind ? (`${kind}_TODO` as const) : 'TODO'
    const board = boards.get(saved?.ref ?? ref ?? '')
    const key = `${work} ${board} ${assigneeRef}`
    if (!known.has(key)) known.set(key, await refusedWork(ctx, assigneeRef, work, board))
    const invalid = known.get(key)
    if (!invalid) continue
    fields.push({ path: `${path(index)}assigneeRef`, invalid })
  }
  if (fields.length > 0) fail('VALIDATION', { fields })
}

/** Returns the boards of flames and projects by their ids. */
async function boardsOf({ db }: Ctx, refs: readonly (string | null | undefined)[]): Promise<Map<string, string>> {
  const named = [...new Set(refs.filter((ref) => ref))]
  if (named.length === 0) return new Map()
  const { rows } = await sql<{ id: string; boardId: string }>`
    select card.id, s.blackboard_id as "boardId" from (
      select id, step_id from flame where id = any (${named}::uuid[])
      union all select id, step_id from project where id = any (${named}::uuid[])
    ) card join blackboard_step s on s.id = card.step_id`.execute(db)
  return new Map(rows.map(({ id, boardId }) => [id, boardId]))
}

/** Returns the saved record and assignee of existing to-dos by their ids. */
async function assignedNow({ db }: Ctx, todos: readonly Pick<BatchTodo, 'id' | 'assigneeRef'>[]) {
  const ids = todos.flatMap(({ id, assigneeRef }) => (id && assigneeRef ? [id] : []))
  if (ids.length === 0) return new Map<string, never>()
  const saved = await db
    .selectFrom('todo')
    .select(['id', 'ref', 'flame_id as flameRef', 'assignee_id as assigneeRef'])
    .where('id', 'in', ids)
    .execute()
  return new Map(saved.map((one) => [one.id, one]))
}
