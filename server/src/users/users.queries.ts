import { type Kysely, sql } from 'kysely'
import type { CurrentUser, User } from '#contract/users'
import { lock } from '../db/locks.ts'
import type { DB } from '../db/schema.ts'
import { isLocked } from './login-throttle.ts'

const userConfig = sql`jsonb_build_object('favoritProjectboard', null, 'favoritBlackboard', null, 'visibleFutureTasks', false) || u.config`
const roleNames = sql`coalesce((select json_agg(r.name order by r.name) from user_role ur join role r on r.id = ur.role_id
                                where ur.user_id = u.id), '[]')`

const seenByAll = sql`u.id, u.version, u.username, u.email, u.phone_number as "phoneNumber", u.language,
  u.avatar_small as "avatarSmall", ${roleNames} as roles, ${userConfig} as "userConfig",
  iso(u.last_login_at) as "lastLoginAtUtc"`
const hasSecondFactor = sql`u.second_factor_confirmed_at is not null as "secondFactor"`
const account = sql`, u.disabled, ${isLocked} as locked, ${hasSecondFactor}`

/** Users who were not removed, by name, with the state of their account or without it; or the one with this id. */
export async function selectUsers(db: Kysely<DB>, withAccount: boolean, id?: string): Promise<User[]> {
  const which = id === undefined ? sql`true` : sql`u.id = ${id}`
  const { rows } = await sql<User>`
    select ${seenByAll} ${withAccount ? account : sql``}
      from app_user u where u.deleted_at is null and ${which} order by fold(u.username)`.execute(db)
  return rows
}

export async function selectCurrentUser(db: Kysely<DB>, id: string): Promise<CurrentUser | undefined> {
  const { rows } = await sql<CurrentUser>`
    select ${seenByAll}, ${hasSecondFactor},
           coalesce((select json_agg(distinct p) from user_role ur join role r on r.id = ur.role_id, unnest(r.permissions) p
                      where ur.user_id = u.id), '[]') as permissions,
           u.second_factor_confirmed_at is null and exists (
             select from user_role ur join role r on r.id = ur.role_id
              where ur.user_id = u.id and r.requires_second_factor) as "secondFactorMissing"
      from app_user u where u.deleted_at is null and u.id = ${id}`.execute(db)
  return rows[0]
}

/** What sign-in needs of a user. */
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
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Gives the user exactly these roles; names that do not exist are left out and answered. */
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

/** Users who may sign in and hold the role ADMIN. */
export async function countAdmins(db: Kysely<DB>): Promise<number> {
  // The lock lets two admins not remove each other at the same moment.
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
