import { sql } from 'kysely'
import { type BatchTodo, mayTurn, type NewTodo, type Todo, type TodoChange } from '#contract/work/todos'
import { actorId, type Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { notify } from '../../notifications/notifications.ts'
import { canSignIn } from '../../users/users.ts'
import { selectByIds, selectTodos } from './todos.queries.ts'
import { assertSeen, holdAtWork, placeBeside, placesAtEnd } from './upstream.ts'

/** Errors: NOT_FOUND for a flame or project that the caller does not see. */
export async function listTodos(ctx: Ctx, ref: string): Promise<Todo[]> {
  await assertSeen(ctx, ref)
  return selectTodos(ctx, sql`t.flame_id = ${ref}`)
}

/** Errors: NOT_FOUND. */
export async function getTodo(ctx: Ctx, id: string): Promise<Todo> {
  return (await selectByIds(ctx, [id]))[0] ?? fail('NOT_FOUND')
}

/** Errors: NOT_FOUND, IN_BIN, ARCHIVED, VALIDATION. */
export async function addTodo(ctx: Ctx, todo: NewTodo): Promise<Todo> {
  const [added] = await addTodos(ctx, [todo])
  return added ?? fail('NOT_FOUND')
}

/** Errors: NOT_FOUND, IN_BIN, ARCHIVED, STALE_VERSION, VALIDATION. */
export async function updateTodo(ctx: Ctx, id: string, change: TodoChange): Promise<Todo> {
  await assertAssignees(ctx, [change], () => '')
  await writeChange(ctx, id, change, '')
  return getTodo(ctx, id)
}

/** All or none. Errors: those of adding and changing, their fields named by the position in the list. */
export async function writeBatch(ctx: Ctx, todos: readonly BatchTodo[]): Promise<Todo[]> {
  await assertAssignees(ctx, todos, (index) => `${index}.`)
  const added = await insertTodos(
    ctx,
    todos.filter((todo): todo is NewTodo => !todo.id),
  )
  const ids: string[] = []
  for (const [index, todo] of todos.entries()) {
    const id = todo.id ?? added.shift() ?? ''
    if (todo.id) await writeChange(ctx, id, todo as TodoChange, `${index}.`)
    ids.push(id)
  }
  return selectByIds(ctx, [...new Set(ids)])
}

/** Errors: NOT_FOUND, IN_BIN, ARCHIVED. */
export async function removeTodo(ctx: Ctx, id: string): Promise<undefined> {
  await holdAtWork(ctx, (await getTodo(ctx, id)).ref)
  await ctx.db.deleteFrom('todo').where('id', '=', id).execute()
}

async function addTodos(ctx: Ctx, todos: readonly NewTodo[]): Promise<Todo[]> {
  await assertAssignees(ctx, todos, () => '')
  return selectByIds(ctx, await insertTodos(ctx, todos))
}

/** What a package adds beside what a person writes. */
interface Hanging {
  readonly start_from?: Todo['startFrom']
  readonly start_operator?: Todo['startOperator']
  readonly start_days?: number
  readonly start_base?: string | null
}

/** The ids of the new ones, in their order. Errors: NOT_FOUND, IN_BIN, ARCHIVED. */
export async function insertTodos(
  ctx: Ctx,
  todos: readonly NewTodo[],
  hanging: readonly Hanging[] = [],
): Promise<string[]> {
  const ends = new Map<string, number[]>()
  for (const ref of [...new Set(todos.map(({ ref }) => ref))].toSorted()) {
    await holdAtWork(ctx, ref)
    const count = todos.filter((todo) => todo.ref === ref).length
    ends.set(ref, await placesAtEnd(ctx, ref, count))
  }
  const rows = []
  for (const [index, todo] of todos.entries()) {
    const beside = await placeBeside(ctx, todo.ref, todo)
    rows.push({
      flame_id: todo.ref,
      title: todo.title,
      activities: todo.activities ?? '',
      feedback: todo.feedback ?? '',
      state: todo.state ?? 'OPEN',
      finished: todo.state === 'DONE' ? sql<string>`now()` : null,
      assignee_id: todo.assigneeRef === undefined ? actorId(ctx) : todo.assigneeRef,
      start: todo.start ?? null,
      due: todo.due ?? null,
      order_key: beside ?? ends.get(todo.ref)?.shift() ?? 0,
      created_by: actorId(ctx),
      start_from: null,
      start_base: null,
      ...hanging[index],
    })
  }
  if (rows.length === 0) return []
  const added = await ctx.db.insertInto('todo').values(rows).returning('id').execute()
  return added.map(({ id }) => id)
}

async function writeChange(ctx: Ctx, id: string, change: TodoChange, path: string): Promise<void> {
  const { ref } = await getTodo(ctx, id)
  await holdAtWork(ctx, ref)
  await sql`select from todo where id = ${id} for update`.execute(ctx.db)
  const saved = await getTodo(ctx, id)
  if (saved.version !== change.version) fail('STALE_VERSION', { current: saved })
  const state = change.state ?? saved.state
  if (!mayTurn(saved.state, state)) fail('VALIDATION', { fields: [{ path: `${path}state`, invalid: 'openFirst' }] })
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

/** What is undefined is left as it is. */
const own = ({ title, activities, feedback, state, assigneeRef, start, due }: TodoChange) => ({
  title,
  activities,
  feedback,
  state,
  assignee_id: assigneeRef,
  start,
  due,
})

/** Whoever wrote it hears that somebody else has done it. */
async function tellFinished(ctx: Ctx, id: string, title: string, createdBy: string | null): Promise<void> {
  if (createdBy === null) return
  await notify(ctx, {
    type: 'TODO_FINISHED',
    content: title,
    to: sql`select ${createdBy}::uuid`,
    about: { todo: id },
  })
}

/** Errors: VALIDATION for somebody who cannot sign in. */
async function assertAssignees(
  ctx: Ctx,
  todos: readonly { assigneeRef?: string | null | undefined }[],
  path: (index: number) => string,
): Promise<void> {
  const known = new Map<string, boolean>()
  const fields = []
  for (const [index, { assigneeRef }] of todos.entries()) {
    if (!assigneeRef || assigneeRef === ctx.actor.id) continue
    if (!known.has(assigneeRef)) known.set(assigneeRef, await canSignIn(ctx, assigneeRef))
    if (!known.get(assigneeRef)) fields.push({ path: `${path(index)}assigneeRef`, invalid: 'unknownRef' as const })
  }
  if (fields.length > 0) fail('VALIDATION', { fields })
}
