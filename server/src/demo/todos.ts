import { sql } from 'kysely'
import { permissions } from '#contract/permissions'
import { lock } from '../db/locks.ts'
import { type AppContext, inTransaction, systemActor } from '../http/context.ts'
import { applyPackage } from '../work/todos/packages.ts'

interface Known {
  /** The admin first. */
  readonly users: readonly string[]
  readonly flames: readonly string[]
  readonly packages: readonly string[]
  readonly has: boolean
}

const known = sql<Known>`
  select (select coalesce(json_agg(id order by lower(username)), '[]') from app_user
           where lower(username) in ('admin', 'user') and deleted_at is null) as users,
         (select coalesce(json_agg(id order by id), '[]') from (
           select id from flame where archived_at is null and deleted_at is null order by id limit 30) as first) as flames,
         (select coalesce(json_agg(id order by title), '[]') from todo_package) as packages,
         exists (select from todo) as has`

/** Adds to-dos of packages to the first flames of the demo, some done and some waiting. */
export async function addDemoTodos(appContext: AppContext): Promise<void> {
  const { rows } = await known.execute(appContext.database.kysely)
  const [admin] = rows[0]?.users ?? []
  if (!admin || rows[0]?.has) return
  const actor = { ...systemActor(admin), roles: ['ADMIN'], permissions: new Set(permissions) }
  await inTransaction(appContext, actor, async (ctx) => {
    await lock(ctx.db, 'demoFlames')
    const [{ users, flames, packages, has } = { users: [], flames: [], packages: [], has: true }] = (
      await known.execute(ctx.db)
    ).rows
    if (has) return
    for (const [index, flame] of flames.entries()) {
      const packageId = packages[index % packages.length]
      if (!packageId) return
      const todos = await applyPackage(ctx, flame, packageId)
      const ids = todos.map(({ id }) => id)
      await sql`
        update todo set assignee_id = ${users[index % users.length]},
               state = case at % 5 when 1 then 'DONE' when 4 then 'WAITING' else 'OPEN' end,
               finished = case when at % 5 = 1 then now() end
          from unnest(${ids}::uuid[]) with ordinality as listed (id, at)
         where todo.id = listed.id`.execute(ctx.db)
    }
  })
}
