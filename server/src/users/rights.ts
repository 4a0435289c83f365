import { sql } from 'kysely'
import type { Permission } from '#contract/permissions'
import { isRoleAssigned } from '../db/assigned.ts'
import type { Actor, Ctx } from '../http/context.ts'
import { fail } from '../http/problem.ts'

/**
 * Returns SQL that is true for a role `r` that the actor may give and take: one they hold, or one that allows nothing
 * that they may not do already. ADMIN may give all.
 */
export function mayGive({ roles, permissions }: Actor) {
  if (roles.includes('ADMIN')) return sql<boolean>`true`
  return sql<boolean>`(r.name = any (${roles}::text[])
    or r.permissions <@ ${[...permissions]}::text[] and not ${isRoleAssigned(sql`r.id`)})`
}

/** Throws if the caller may not give one of the roles. Errors: RIGHTS_NOT_HELD. */
export async function assertMayGive(ctx: Ctx, roles: readonly string[]): Promise<void> {
  const lacking = await lackingOf(ctx, roles)
  if (lacking.length > 0) fail('RIGHTS_NOT_HELD', { lacking })
}

/** Throws for the account of a user who holds more than the caller. Errors: USER_HOLDS_MORE. */
export async function assertMayChange(ctx: Ctx, user: { username: string; roles?: readonly string[] }): Promise<void> {
  const lacking = await lackingOf(ctx, user.roles ?? [])
  if (lacking.length > 0) fail('USER_HOLDS_MORE', { lacking, values: { name: user.username } })
}

/** Throws if the caller lacks one of the permissions. Errors: RIGHTS_NOT_HELD. */
export function assertHeld({ actor }: Ctx, permissions: readonly Permission[]): void {
  const lacking = [...new Set(permissions)].filter((one) => !actor.permissions.has(one))
  if (lacking.length > 0) fail('RIGHTS_NOT_HELD', { lacking })
}

/** Returns those roles that the actor may not give, each followed by its permissions that the actor lacks. */
async function lackingOf(ctx: Ctx, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string; permissions: Permission[] }>`
    select r.name, r.permissions from role r
     where r.name = any (${names}::text[]) and not ${mayGive(ctx.actor)} order by r.name`.execute(ctx.db)
  const lacking = rows.flatMap(({ name, permissions }) => [
    name,
    ...permissions.filter((one) => !ctx.actor.permissions.has(one)),
  ])
  return [...new Set(lacking)]
}
