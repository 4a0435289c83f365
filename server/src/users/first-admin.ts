import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { hashPassword } from './passwords.ts'
import { deliverRoles } from './roles.ts'

/**
 * Adds the roles of this version, and the first admin if there is no user. `said` is called before the commit: if the
 * process ends in between, the next start creates another admin and calls it again.
 */
export async function makeFirstAdmin(
  db: Kysely<DB>,
  username: string,
  password: string,
  said: () => Promise<void>,
): Promise<void> {
  await deliverRoles(db)
  const { users } = await db
    .selectFrom('app_user')
    .select(sql<number>`count(*)::int`.as('users'))
    .executeTakeFirstOrThrow()
  if (users > 0) return
  const hash = await hashPassword(password)
  await db.transaction().execute(async (own) => {
    if (await addUserWithRole(own, username, hash, 'ADMIN')) await said()
  })
}

/** Adds a user with one role, unless the username is taken; returns whether it did. */
export async function addUserWithRole(
  db: Kysely<DB>,
  username: string,
  passwordHash: string,
  role: string,
): Promise<boolean> {
  const { rows } = await sql`
    with made as (
      insert into app_user (username, password_hash) values (${username}, ${passwordHash}) on conflict do nothing returning id)
    insert into user_role (user_id, role_id) select made.id, r.id from made, role r where r.name = ${role}
    returning user_id`.execute(db)
  return rows.length > 0
}
