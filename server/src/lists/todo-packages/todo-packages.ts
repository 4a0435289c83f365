import { type Kysely, sql } from 'kysely'
import type { AnswerOf, BodyOf } from '#contract/endpoint'
import type { TodoTemplate, todoPackageApi } from '#contract/lists/todo-packages'
import { replaceUses, usesOf } from '../../db/references.ts'
import type { DB } from '../../db/schema.ts'
import { JsonText } from '../../http/answers.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'

type TodoPackage = AnswerOf<typeof todoPackageApi.add>

export async function listTodoPackages(ctx: Ctx): Promise<JsonText<TodoPackage[]>> {
  const { rows } = await todoPackagesQuery().execute(ctx.db)
  return new JsonText(rows[0]?.json ?? '[]')
}

const todoPackagesQuery = () => sql<{ json: string }>`
  select coalesce(json_agg(row), '[]')::text as json
    from (select ${packageJson} as row from todo_package p order by fold(p.title), p.id) as ordered`

/** Errors: TITLE_EXIST. */
export async function addTodoPackage(ctx: Ctx, { title, todos }: BodyOf<typeof todoPackageApi.add>) {
  const { id } = await ctx.db.insertInto('todo_package').values({ title }).returning('id').executeTakeFirstOrThrow()
  await writeTodos(ctx.db, id, todos)
  return getTodoPackage(ctx.db, id)
}

/** Errors: NOT_FOUND, STALE_VERSION, TITLE_EXIST. */
export async function updateTodoPackage(ctx: Ctx, id: string, change: BodyOf<typeof todoPackageApi.update>) {
  const written = await ctx.db
    .updateTable('todo_package')
    .set({ title: change.title, version: change.version + 1 })
    .where('id', '=', id)
    .where('version', '=', change.version)
    .executeTakeFirst()
  const before = await getTodoPackage(ctx.db, id)
  if (written.numUpdatedRows === 0n) fail('STALE_VERSION', { current: before })
  if (JSON.stringify(before.todos) !== JSON.stringify(change.todos)) {
    await ctx.db.deleteFrom('todo_template').where('package_id', '=', id).execute()
    await writeTodos(ctx.db, id, change.todos)
  }
  return getTodoPackage(ctx.db, id)
}

/** Errors: NOT_FOUND, IN_USE. */
export async function removeTodoPackage(ctx: Ctx, id: string): Promise<undefined> {
  const usedBy = await usesOf(ctx.db, 'todo_package', [id])
  if (usedBy.length > 0) fail('IN_USE', { usedBy })
  const gone = await ctx.db.deleteFrom('todo_package').where('id', '=', id).returning('id').executeTakeFirst()
  if (!gone) fail('NOT_FOUND')
}

/** Replaces a package everywhere by another one. Errors: NOT_FOUND, VALIDATION for the package itself. */
export async function replaceTodoPackage(ctx: Ctx, id: string, otherId: string): Promise<{ replaced: number }> {
  if (id === otherId) fail('VALIDATION', { fields: [{ path: 'otherId', invalid: 'sameEntry' }] })
  await getTodoPackage(ctx.db, id)
  await getTodoPackage(ctx.db, otherId)
  return { replaced: await replaceUses(ctx.db, 'todo_package', id, otherId) }
}

async function writeTodos(db: Kysely<DB>, packageId: string, todos: readonly TodoTemplate[]): Promise<void> {
  const rows = todos.map((todo, position) => ({
    package_id: packageId,
    position,
    title: todo.title,
    activities: todo.activities,
    feedback: todo.feedback,
    start_from: todo.startFrom,
    start_operator: todo.startOperator,
    start_days: todo.startDays,
  }))
  await db.insertInto('todo_template').values(rows).execute()
}

async function getTodoPackage(db: Kysely<DB>, id: string): Promise<TodoPackage> {
  const { rows } = await sql<{ row: TodoPackage }>`
    select ${packageJson} as row from todo_package p where p.id = ${id}`.execute(db)
  return rows[0]?.row ?? fail('NOT_FOUND')
}

const packageJson = sql`json_build_object(
  'id', p.id, 'version', p.version, 'title', p.title, 'todos', coalesce((
    select json_agg(json_build_object(
             'title', t.title, 'activities', t.activities, 'feedback', t.feedback, 'startFrom', t.start_from,
             'startOperator', t.start_operator, 'startDays', t.start_days) order by t.position)
      from todo_template t where t.package_id = p.id), '[]'))`
