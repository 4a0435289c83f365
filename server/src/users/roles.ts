import { type Kysely, sql } from 'kysely'
import type { BodyOf } from '#contract/endpoint'
import { deliveredRoles, permissions, roleNames } from '#contract/permissions'
import type { Role, roleApi } from '#contract/users/roles'
import type { DB } from '../db/schema.ts'
import type { Ctx } from '../http/context.ts'
import { fail } from '../http/problem.ts'
import { assertHeld, mayGive } from './rights.ts'

const delivered: readonly string[] = roleNames

type Defaults = Readonly<Record<string, readonly string[]>>

/**
 * Adds the roles and permissions that are new in this version, and gives ADMIN every permission. What an admin took
 * away stays away, and an admin's own role with the name of a new one stays unchanged.
 */
export async function deliverRoles(db: Kysely<DB>, defaults: Defaults = deliveredRoles): Promise<void> {
  await db.transaction().execute(async (own) => {
    for (const [name, held] of Object.entries(defaults)) {
      const fresh = await notGivenBefore(own, name, ['', ...held])
      const added = fresh.filter((permission) => permission !== '')
      if (fresh.includes('')) await addDelivered(own, name, added)
      else if (added.length > 0) await widen(own, name, added)
    }
    await widen(own, 'ADMIN', permissions)
  })
}

/** Records what a role gets by default and returns what is new; processes that start at once wait for each other. */
async function notGivenBefore(db: Kysely<DB>, role: string, given: readonly string[]): Promise<string[]> {
  const rows = await db
    .insertInto('role_default')
    .values(given.map((permission) => ({ role, permission })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('permission')
    .execute()
  return rows.map(({ permission }) => permission)
}

async function addDelivered(db: Kysely<DB>, name: string, held: readonly string[]): Promise<void> {
  const { numInsertedOrUpdatedRows: added } = await db
    .insertInto('role')
    .values({ name, permissions: [...held] })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (added === 0n) await db.updateTable('role_default').set({ own_role: true }).where('role', '=', name).execute()
}

async function widen(db: Kysely<DB>, name: string, added: readonly string[]): Promise<void> {
  await sql`
    update role set version = version + 1, permissions = permissions || array(
             select one from unnest(${[...added]}::text[]) with ordinality as given (one, place)
              where one <> all (permissions) order by place)
     where name = ${name} and not permissions @> ${[...added]}::text[]
       and not exists (select from role_default d where d.role = ${name} and d.own_role)`.execute(db)
}

export async function listRoles(ctx: Ctx): Promise<Role[]> {
  return selectRoles(ctx)
}

/** Adds a role. Errors: ROLE_EXIST, RIGHTS_NOT_HELD. */
export async function addRole(ctx: Ctx, role: BodyOf<typeof roleApi.add>): Promise<Role> {
  assertHeld(ctx, role.permissions)
  const { id } = await ctx.db.insertInto('role').values(columns(role)).returning('id').executeTakeFirstOrThrow()
  return getRole(ctx, id)
}

/** Changes a role. Errors: NOT_FOUND, STALE_VERSION, ROLE_EXIST, FIXED_ROLE, RIGHTS_NOT_HELD. */
export async function updateRole(ctx: Ctx, id: string, change: BodyOf<typeof roleApi.update>): Promise<Role> {
  const before = await getRole(ctx, id)
  assertHeld(ctx, [...before.permissions, ...change.permissions])
  if (delivered.includes(before.name) && change.name !== before.name) fail('FIXED_ROLE')
  if (before.name === 'ADMIN' && permissions.some((one) => !change.permissions.includes(one))) fail('FIXED_ROLE')
  const written = await ctx.db
    .updateTable('role')
    .set({ ...columns(change), version: change.version + 1 })
    .where('id', '=', id)
    .where('version', '=', change.version)
    .executeTakeFirst()
  if (written.numUpdatedRows === 0n) fail('STALE_VERSION', { current: await getRole(ctx, id) })
  return getRole(ctx, id)
}

/** Removes a role. Errors: NOT_FOUND, FIXED_ROLE, RIGHTS_NOT_HELD, IN_USE while a user holds it. */
export async function removeRole(ctx: Ctx, id: string): Promise<undefined> {
  const role = await getRole(ctx, id)
  if (delivered.includes(role.name)) fail('FIXED_ROLE')
  assertHeld(ctx, role.permissions)
  if (role.users > 0) fail('IN_USE', { usedBy: [{ what: 'users', count: role.users }] })
  await ctx.db.deleteFrom('role').where('id', '=', id).execute()
}

const columns = (role: BodyOf<typeof roleApi.add>) => ({
  name: role.name,
  permissions: [...new Set(role.permissions)],
  requires_second_factor: role.requiresSecondFactor,
})

async function getRole(ctx: Ctx, id: string): Promise<Role> {
  const [role] = await selectRoles(ctx, id)
  return role ?? fail('NOT_FOUND')
}

async function selectRoles({ db, actor }: Ctx, id?: string): Promise<Role[]> {
  const { rows } = await sql<Role>`
    select r.id, r.version, r.name, r.permissions, r.requires_second_factor as "requiresSecondFactor",
           (select count(*)::int from user_role ur where ur.role_id = r.id) as users,
           ${mayGive(actor)} as givable
      from role r where ${id === undefined ? sql`true` : sql`r.id = ${id}`} order by r.name`.execute(db)
  return rows
}
