import { sql } from 'kysely'
import type { BodyOf, QueryOf } from '#contract/endpoint'
import type { Permission } from '#contract/permissions'
import type { InvalidKey } from '#contract/sentences/issue'
import type { Account, User, UserConfig, UserConfigChange, userApi } from '#contract/users/users'
import { type Work, workNeeds } from '#contract/users/work'
import { seenByUser } from '../db/assigned.ts'
import { actorId, type Ctx } from '../http/context.ts'
import { fail } from '../http/problem.ts'
import { closeSessions } from '../http/session.ts'
import { assertBoard } from '../orders/boards/boards.ts'
import { recordList } from '../together/history/history.ts'
import { forgetFailures } from './login-throttle.ts'
import { assertReachedOnce } from './reached-once.ts'
import { assertMayChange, assertMayGive } from './rights.ts'
import { clearSecondFactor } from './second-factor.ts'
import { countAdmins, replaceRoles, selectAccounts, selectConfig, selectUsers } from './users.queries.ts'

export { assertMayChange } from './rights.ts'

/** Returns users with names and pictures; callers who may change users get whole accounts. */
export const listUsers = (ctx: Ctx, id?: string): Promise<User[]> =>
  ctx.actor.permissions.has('USER_MODIFY') ? selectAccounts(ctx.db, id) : selectUsers(ctx.db, id)

/** Returns a user. Errors: NOT_FOUND. */
export async function getUser(ctx: Ctx, id: string): Promise<User> {
  const [user] = await listUsers(ctx, id)
  return user ?? fail('NOT_FOUND')
}

/** Returns an account. Errors: NOT_FOUND. */
export async function getAccount(ctx: Ctx, id: string): Promise<Account> {
  const [account] = await selectAccounts(ctx.db, id)
  return account ?? fail('NOT_FOUND')
}

/** Returns an account that the caller may change, and locks its row. Errors: NOT_FOUND, USER_HOLDS_MORE. */
async function accountToChange(ctx: Ctx, id: string): Promise<Account> {
  const account = await lockedAccount(ctx, id)
  await assertMayChange(ctx, account)
  return account
}

async function lockedAccount(ctx: Ctx, id: string): Promise<Account> {
  await sql`select from app_user where id = ${id} for no key update`.execute(ctx.db)
  return getAccount(ctx, id)
}

type NewUser = Omit<BodyOf<typeof userApi.add>, 'password'> & { passwordHash: string }

/** Adds a user. Errors: USERNAME_EXIST, EMAIL_EXIST, PHONENUMBER_EXIST, VALIDATION for a role, RIGHTS_NOT_HELD. */
export async function addUser(ctx: Ctx, user: NewUser): Promise<Account> {
  await assertReachedOnce(ctx, null, user)
  const { id } = await ctx.db
    .insertInto('app_user')
    .values({
      ...profileColumns(user),
      username: user.username,
      extensions: user.extensions,
      disabled: user.disabled,
      password_hash: user.passwordHash,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await giveRoles(ctx, id, user.roles)
  return getAccount(ctx, id)
}

type UserChange = Omit<BodyOf<typeof userApi.update>, 'password'> & { passwordHash?: string }

/**
 * Changes a user; disabling them or a new password ends their sessions. Errors: NOT_FOUND, STALE_VERSION,
 * USERNAME_EXIST, EMAIL_EXIST, PHONENUMBER_EXIST, LAST_ADMIN, USER_HOLDS_MORE, RIGHTS_NOT_HELD.
 */
export async function updateUser(ctx: Ctx, id: string, change: UserChange): Promise<Account> {
  const before = await accountToChange(ctx, id)
  await assertReachedOnce(ctx, id, change, before)
  await write(ctx, id, change.version, {
    ...profileColumns(change),
    username: change.username,
    ...(change.extensions === undefined ? {} : { extensions: change.extensions }),
    disabled: change.disabled,
    ...(change.passwordHash ? { password_hash: change.passwordHash } : {}),
  })
  await giveRoles(ctx, id, change.roles)
  if ((await countAdmins(ctx.db)) === 0) fail('LAST_ADMIN')
  if (change.disabled || change.passwordHash) await closeSessions(ctx.db, id, ctx.actor.sessionHash)
  return getAccount(ctx, id)
}

/** Changes the caller's profile. Errors: FORBIDDEN for another user, STALE_VERSION, EMAIL_EXIST, PHONENUMBER_EXIST. */
export async function updateOwnProfile(
  ctx: Ctx,
  id: string,
  change: BodyOf<typeof userApi.updateOwn>,
): Promise<Account> {
  if (id !== actorId(ctx)) fail('FORBIDDEN')
  await assertReachedOnce(ctx, id, change, await lockedAccount(ctx, id))
  await write(ctx, id, change.version, profileColumns(change))
  return getAccount(ctx, id)
}

/**
 * Removes a user. The row stays, because records name the user; the username becomes free. Errors: NOT_FOUND,
 * LAST_ADMIN, USER_HOLDS_MORE.
 */
export async function removeUser(ctx: Ctx, id: string): Promise<undefined> {
  await accountToChange(ctx, id)
  await ctx.db.updateTable('app_user').set({ deleted_at: sql`now()`, disabled: true }).where('id', '=', id).execute()
  await ctx.db.deleteFrom('user_role').where('user_id', '=', id).execute()
  if ((await countAdmins(ctx.db)) === 0) fail('LAST_ADMIN')
  await closeSessions(ctx.db, id)
}

/** Lets a user who failed too often try again. Errors: NOT_FOUND, USER_HOLDS_MORE. */
export async function unlockUser(ctx: Ctx, id: string): Promise<Account> {
  const user = await accountToChange(ctx, id)
  await forgetFailures(ctx.db, user.username)
  return getAccount(ctx, id)
}

/** Ends the sessions of a user. Errors: NOT_FOUND, USER_HOLDS_MORE. */
export async function signOutUser(ctx: Ctx, id: string): Promise<{ ended: number }> {
  await accountToChange(ctx, id)
  return { ended: await closeSessions(ctx.db, id, ctx.actor.sessionHash) }
}

/** Removes the second factor of a user. Errors: NOT_FOUND, USER_HOLDS_MORE. */
export async function resetSecondFactor(ctx: Ctx, id: string): Promise<Account> {
  await accountToChange(ctx, id)
  await clearSecondFactor(ctx.db, id)
  return getAccount(ctx, id)
}

/** Returns the caller's configuration. Errors: FORBIDDEN for another user. */
export async function getConfig(ctx: Ctx, id: string): Promise<UserConfig> {
  if (id !== actorId(ctx)) fail('FORBIDDEN')
  return selectConfig(ctx.db, id)
}

/** Changes the caller's configuration. Errors: FORBIDDEN for another user, VALIDATION for a board out of sight. */
export async function updateConfig(ctx: Ctx, id: string, change: UserConfigChange): Promise<UserConfig> {
  if (id !== actorId(ctx)) fail('FORBIDDEN')
  const { favoritBlackboard, favoritProjectboard } = change
  if (favoritBlackboard) await assertBoard(ctx, favoritBlackboard, 'favoritBlackboard', 'FLAME')
  if (favoritProjectboard) await assertBoard(ctx, favoritProjectboard, 'favoritProjectboard', 'PROJECT')
  await ctx.db
    .updateTable('app_user')
    .set({ config: sql`config || ${JSON.stringify(change)}::jsonb` })
    .where('id', '=', id)
    .execute()
  return getConfig(ctx, id)
}

export async function tablePreferences(ctx: Ctx): Promise<Record<string, unknown>> {
  const rows = await ctx.db
    .selectFrom('table_preference')
    .select(['table_id', 'value'])
    .where('user_id', '=', actorId(ctx))
    .execute()
  return Object.fromEntries(rows.map((row) => [row.table_id, row.value]))
}

/** Upper limits far above what the product has: tables, and characters of JSON for each. */
const mostPreferences = { tables: 200, length: 50_000 }

/** Saves how the caller has arranged a table. Errors: VALIDATION for too many or too long preferences. */
export async function saveTablePreferences(ctx: Ctx, tableId: string, given: unknown): Promise<undefined> {
  const [value, user] = [JSON.stringify(given), actorId(ctx)]
  const { tables, length } = mostPreferences
  if (value.length > length)
    fail('VALIDATION', { fields: [{ path: 'value', invalid: 'maxLength', values: { length } }] })
  await ctx.db
    .insertInto('table_preference')
    .values({ user_id: user, table_id: tableId, value })
    .onConflict((conflict) => conflict.columns(['user_id', 'table_id']).doUpdateSet({ value }))
    .execute()
  const kept = ctx.db.selectFrom('table_preference').select(({ fn }) => fn.countAll<string>().as('count'))
  const { count } = await kept.where('user_id', '=', user).executeTakeFirstOrThrow()
  if (Number(count) > tables) {
    fail('VALIDATION', { fields: [{ path: 'tableId', invalid: 'maxItems', values: { count: tables } }] })
  }
}

function profileColumns(profile: Pick<Account, 'email' | 'phoneNumber' | 'language' | 'avatarSmall'>) {
  return {
    email: profile.email,
    phone_number: profile.phoneNumber,
    language: profile.language,
    avatar_small: profile.avatarSmall,
  }
}

async function write(ctx: Ctx, id: string, version: number, columns: object): Promise<void> {
  const written = await ctx.db
    .updateTable('app_user')
    .set({ ...columns, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (written.numUpdatedRows === 0n) fail('STALE_VERSION', { current: await getAccount(ctx, id) })
}

async function giveRoles(ctx: Ctx, id: string, names: readonly string[]): Promise<void> {
  const before = (await getAccount(ctx, id)).roles
  await assertMayGive(ctx, names)
  const unknown = await replaceRoles(ctx.db, id, names)
  if (unknown.length > 0) fail('VALIDATION', { fields: [{ path: 'roles', invalid: 'unknownRef' }] })
  await recordList(ctx, 'app_user', id, 'roles', [before, (await getAccount(ctx, id)).roles])
}

/**
 * Returns the ids of users to whom work can be given: those who can sign in and may see it, on this board if one is
 * named. Errors: FORBIDDEN for work that the caller may not see, VALIDATION for a board.
 */
export async function whoSees(ctx: Ctx, { work, boardRef }: QueryOf<typeof userApi.whoSees>): Promise<string[]> {
  const needs = workNeeds[work]
  if (!needs.every((need) => ctx.actor.permissions.has(need))) fail('FORBIDDEN')
  if (boardRef) await assertBoard(ctx, boardRef, 'boardRef')
  const { rows } = await sql<{ id: string }>`
    select u.id from app_user u
     where u.deleted_at is null and not u.disabled and ${onBoard(boardRef)}
       and ${holds(needs)}
     order by fold(u.username)`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/**
 * Returns why a user cannot be given work: they cannot sign in, lack a permission, or do not see its board. Returns
 * null where nothing prevents it, and always for the caller themselves.
 */
export async function refusedWork(ctx: Ctx, userId: string, work: Work, boardRef?: string): Promise<InvalidKey | null> {
  if (userId === ctx.actor.id) return null
  const { rows } = await sql<{ sees: boolean }>`
    select ${holds(workNeeds[work])} and ${onBoard(boardRef)} as sees from app_user u where u.id = ${userId} and u.deleted_at is null and not u.disabled`.execute(
    ctx.db,
  )
  if (!rows[0]) return 'unknownRef'
  return rows[0].sees ? null : 'mayNotSee'
}

/** Condition: a user `u` sees the board, if one is named. */
const onBoard = (boardRef?: string) => (boardRef ? seenByUser('blackboard', boardRef) : sql<boolean>`true`)

/** Condition: a user `u` holds all these permissions. */
const holds = (permissions: readonly Permission[]) => sql<boolean>`${permissions}::text[] <@ array(
  select unnest(r.permissions) from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id)`

/** Whether a user exists and is neither removed nor disabled. */
export async function canSignIn(ctx: Ctx, userId: string): Promise<boolean> {
  const user = await ctx.db
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('disabled', '=', false)
    .executeTakeFirst()
  return user !== undefined
}
