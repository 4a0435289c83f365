import { sql } from 'kysely'
import { permissions } from '#contract/permissions'
import type { Todo } from '#contract/work/todos'
import { lock } from '../db/locks.ts'
import { type AppContext, type Ctx, inTransaction, systemActor } from '../http/context.ts'
import { applyPackage } from '../work/todos/packages.ts'
import { writeBatch } from '../work/todos/todos.ts'

interface Known {
  /** Ids, the admin's first. */
  readonly users: readonly string[]
  readonly flames: readonly string[]
  readonly projects: readonly string[]
  readonly packages: readonly string[]
  readonly has: boolean
}

const known = sql<Known>`
  select (select coalesce(json_agg(id order by lower(username)), '[]') from app_user
           where lower(username) in ('admin', 'user') and deleted_at is null) as users,
         (select coalesce(json_agg(id order by id), '[]') from (
           select id from flame where archived_at is null and deleted_at is null order by id limit 30) as first) as flames,
         (select coalesce(json_agg(id order by title), '[]') from project
           where archived_at is null and deleted_at is null) as projects,
         (select coalesce(json_agg(id order by title), '[]') from todo_package) as packages,
         exists (select from todo) as has`

/** Adds to-dos from packages to the first flames of the demo, and some to its projects. */
export async function addDemoTodos(appContext: AppContext): Promise<void> {
  const { rows } = await known.execute(appContext.database.kysely)
  const [admin] = rows[0]?.users ?? []
  if (!admin || rows[0]?.has) return
  const actor = { ...systemActor(admin), roles: ['ADMIN'], permissions: new Set(permissions) }
  await inTransaction(appContext, actor, async (ctx) => {
    await lock(ctx.db, 'demoFlames')
    const [{ users, flames, projects, packages, has } = none] = (await known.execute(ctx.db)).rows
    if (has) return
    for (const [index, flame] of flames.entries()) {
      const packageId = packages[index % packages.length]
      if (!packageId) return
      const todos = (await applyPackage(ctx, flame, packageId)).value
      await share(ctx, users[index % users.length], todos)
    }
    for (const [index, ref] of projects.entries()) {
      const assigneeRef = users[index % users.length] ?? null
      const at = (days: number) =>
        new Date(Math.floor(ctx.now.getTime() / 3_600_000) * 3_600_000 + days * 86_400_000).toISOString()
      const todos = ['Offerten einholen', 'Texte schreiben', 'Bilder auswählen', 'Termin bestätigen'].map(
        (title, place) => {
          return { type: 'PROJECT' as const, ref, title, assigneeRef, due: at(index * 3 + place * 4 - 6) }
        },
      )
      await share(ctx, assigneeRef, await writeBatch(ctx, todos))
    }
  })
}

const none: Known = { users: [], flames: [], projects: [], packages: [], has: true }

/** Assigns all to-dos to one person; some are done, some are waiting. */
async function share(ctx: Ctx, assignee: string | null | undefined, todos: readonly Todo[]): Promise<void> {
  const ids = todos.map(({ id }) => id)
  await sql`
    update todo set assignee_id = ${assignee ?? null},
           state = case when at % 5 = 1 then 'DONE' when at % 5 = 4 then 'WAITING' else 'OPEN' end,
           finished = case when at % 5 = 1 then now() end
      from unnest(${ids}::uuid[]) with ordinality as listed (id, at)
     where todo.id = listed.id`.execute(ctx.db)
}
