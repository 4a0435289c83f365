import { sql } from 'kysely'
import { allows, officeStaff } from '#contract/permissions'
import type { SignedInUsers } from '#contract/users/users'
import type { Ctx } from '../http/context.ts'
import { sessionHolds } from '../http/session.ts'
import { notify } from '../together/notifications/notifications.ts'

const isSignedIn = sql`u.deleted_at is null and not u.disabled
  and exists (select from session s where s.user_id = u.id and ${sql.raw(sessionHolds)})`
const isShown = sql<boolean>`(select shows_signed_in from product_setting)`

/** Returns who is signed in, the latest first; nobody where an admin has switched the list off. */
export async function listSignedIn(ctx: Ctx): Promise<SignedInUsers> {
  const mayKnow = allows(officeStaff, ctx.actor.permissions)
  const { rows } = await sql<SignedInUsers>`
    select ${isShown} as shown, coalesce((
      select json_agg(json_build_object(
               'id', u.id, 'username', u.username, 'avatarSmall', u.avatar_small,
               'lastLoginAtUtc', case when ${mayKnow} then iso(u.last_login_at) end)
               order by case when ${mayKnow} then u.last_login_at end desc nulls last, fold(u.username))
        from app_user u where ${isShown} and ${isSignedIn}), '[]') as users`.execute(ctx.db)
  return rows[0] ?? { shown: false, users: [] }
}

export async function showSignedIn(ctx: Ctx, shown: boolean): Promise<undefined> {
  await sql`
    update product_setting set shows_signed_in = ${shown}, version = version + 1
     where shows_signed_in <> ${shown}`.execute(ctx.db)
}

/** Tells all users who is signed in; readers without permission get no times (notifications.queries.ts). */
export async function tellWhoIsHere(ctx: Ctx): Promise<void> {
  const here = sql<string>`(
    select json_agg(json_build_object('id', u.id, 'username', u.username, 'lastLoginAtUtc', iso(u.last_login_at))
                    order by u.last_login_at desc)::text
      from app_user u where ${isSignedIn})`
  await notify(ctx, { type: 'CURRENT_LOGINS', content: here, to: sql`select id from app_user where ${isShown}` })
}
