import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Account, CurrentUser, User, UserConfig } from '#contract/users/users'
import { lock } from '../db/locks.ts'

import type { DB } from '../db/schema.ts'
import { fail } from '../http/problem.ts'
import { isLocked } from './login-throttle.ts'

const userConfig = sql`jsonb_build_object('favoritProjectboard', null, 'favoritBlackboard', null, 'visibleFutureTasks', false, 'phoneLinks', 'LINK') || u.config`
const roleNames = sql`coalesce((select json_agg(r.name order by r.name) from user_role ur join role r on r.id = ur.role_id
                                where ur.user_id = u.id), '[]')`

const person = sql`u.id, u.username, u.avatar_small as "avatarSmall"`
const own = sql`u.version, u.email, u.phone_number as "phoneNumber", u.extensions, u.language, ${roleNames} as roles,
  ${userConfig} as "userConfig", iso(u.last_login_at) as "lastLoginAtUtc",
  u.second_factor_confirmed_at is not null as "secondFactor"`

/** Returns the users who were not removed, by name, or the one with this id. */
export const selectUsers = (db: Kysely<DB>, id?: string): Promise<User[]> => select(db, sql`${person}, u.disabled`, id)

/** Returns users like `selectUsers`, with their accounts. */
export const selectAccounts = (db: Kysely<DB>, id?: string): Promise<Account[]> =>
  select(db, sql`${person}, u.disabled, ${own}, ${isLocked} as locked`, id)

async function select<Row>(db: Kysely<DB>, what: RawBuilder<unknown>, id?: string): Promise<Row[]> {
  const which = id === undefined ? sql`true` : sql`u.id = ${id}`
  const { rows } = await sql<Row>`
    select ${what} from app_user u where u.deleted_at is null and ${which} order by fold(u.username)`.execute(db)
  return rows
}

export async function selectCurrentUser(db: Kysely<DB>, id: string): Promise<CurrentUser | undefined> {
  const { rows } = await sql<CurrentUser>`
    select ${person}, ${own},
           coalesce((select json_agg(distinct p) from user_role ur join role r on r.id = ur.role_id, unnest(r.permissions) p
                      where ur.user_id = u.id), '[]') as permissions,
           u.second_factor_confirmed_at is null and exists (
             select from user_role ur join role r on r.id = ur.role_id
              where ur.user_id = u.id and r.requires_second_factor) as "secondFactorMissing"
      from app_user u where u.deleted_at is null and u.id = ${id}`.execute(db)
  return rows[0]
}

/** Returns the columns of a user that a sign-in needs. */
export async function selectCredentials(db: Kysely<DB>, username: string) {
  return db
    .selectFrom('app_user')
    .select([
      'id',
      'username',
      'password_hash',
      'disabled',
      'second_factor_secret',
      'second_factor_confirmed_at',
      'second_factor_step',
    ])
    .where(sql`lower(username)`, '=', sql`sign_in_name(${username})`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Gives the user exactly these roles; returns the names that do not exist. */
export async function replaceRoles(db: Kysely<DB>, userId: string, names: readonly string[]): Promise<string[]> {
  const roles = await db
    .selectFrom('role')
    .select(['id', 'name'])
    .where('name', 'in', [...names, ''])
    .execute()
  await db.deleteFrom('user_role').where('user_id', '=', userId).execute()
  if (roles.length > 0) {
    await db
      .insertInto('user_role')
      .values(roles.map((role) => ({ user_id: userId, role_id: role.id })))
      .execute()
  }
  return names.filter((name) => !roles.some((role) => role.name === name))
}

/** Returns the number of users who may sign in and hold the role ADMIN. */
export async function countAdmins(db: Kysely<DB>): Promise<number> {
  // The lock keeps two admins from removing each other at the same moment.
  await lock(db, 'users')
  const { admins } = await db
    .selectFrom('app_user as u')
    .innerJoin('user_role as ur', 'ur.user_id', 'u.id')
    .innerJoin('role as r', 'r.id', 'ur.role_id')
    .select(sql<number>`count(*)::int`.as('admins'))
    .where('r.name', '=', 'ADMIN')
    .where('u.disabled', '=', false)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return admins
}

/** Returns the user's own settings, with defaults for those that are not set. Errors: NOT_FOUND. */
export async function selectConfig(db: Kysely<DB>, id: string): Promise<UserConfig> {
  const { rows } = await sql<{ config: UserConfig }>`
    select ${userConfig} as config from app_user u where u.id = ${id}`.execute(db)
  return rows[0]?.config ?? fail('NOT_FOUND')
}
