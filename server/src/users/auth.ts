import { sql } from 'kysely'
import type { BodyOf } from '#contract/endpoint'
import type { authApi, CurrentUser } from '#contract/users/users'
import { actorId, type Ctx } from '../http/context.ts'
import { fail } from '../http/problem.ts'
import { closeSessions, openSession } from '../http/session.ts'
import { type Attempt, countAttempt, rememberSuccess, uncountAttempt } from './login-throttle.ts'
import { passwordMatches } from './passwords.ts'
import { useSecondFactor } from './second-factor.ts'
import { tellWhoIsHere } from './signed-in.ts'
import { selectCredentials, selectCurrentUser } from './users.queries.ts'

type Credentials = BodyOf<typeof authApi.signIn>

/** A user whose credentials were checked, with the password hash that they matched, and the attempt that was counted. */
interface Proven {
  readonly attempt: Attempt
  readonly id: string
  readonly passwordHash: string
}

/**
 * Checks name, password and second factor, outside any transaction, because hashing takes time and a failure must stay
 * counted. Errors: TOO_MANY_ATTEMPTS, BAD_CREDENTIALS, SECOND_FACTOR_REQUIRED, WRONG_SECOND_FACTOR.
 */
export async function checkCredentials(ctx: Ctx, { username, password, secondFactor }: Credentials): Promise<Proven> {
  const attempt = await countAttempt(ctx.db, username, ctx.actor.address)
  const { failures } = attempt
  const user = await selectCredentials(ctx.db, username)
  const matches = await passwordMatches(password, user?.password_hash ?? null)
  if (!user || !matches || user.disabled) fail('BAD_CREDENTIALS', { failures })
  if (user.second_factor_confirmed_at) {
    if (!secondFactor) {
      await uncountAttempt(ctx.db, attempt)
      fail('SECOND_FACTOR_REQUIRED')
    }
    const right = await useSecondFactor(ctx.db, ctx.services.vault, user, secondFactor, ctx.now)
    if (!right) fail('WRONG_SECOND_FACTOR', { failures })
  }
  return { attempt, id: user.id, passwordHash: user.password_hash }
}

/**
 * Opens a session and returns its token for the cookie too. Errors: BAD_CREDENTIALS for a user who was disabled or got
 * another password after the check.
 */
export async function signIn(
  ctx: Ctx,
  { attempt, id: userId, passwordHash }: Proven,
): Promise<{ user: CurrentUser; token: string }> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('app_user')
    .set({ last_login_at: sql`now()` })
    .where('id', '=', userId)
    .where('password_hash', '=', passwordHash)
    .where('disabled', '=', false)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) fail('BAD_CREDENTIALS')
  // A sign-in replaces the session that this browser has.
  await signOut(ctx)
  const token = await openSession(ctx.db, userId)
  const user = await selectCurrentUser(ctx.db, userId)
  if (!user) fail('BAD_CREDENTIALS')
  await rememberSuccess(ctx.db, userId, attempt)
  await tellWhoIsHere(ctx)
  return { user, token }
}

export async function signOut(ctx: Ctx): Promise<undefined> {
  if (!ctx.actor.sessionHash) return
  await ctx.db.deleteFrom('session').where('token_hash', '=', ctx.actor.sessionHash).execute()
}

/** Ends all sessions of the signed-in user but the one of this request. */
export async function signOutEverywhere(ctx: Ctx): Promise<{ ended: number }> {
  return { ended: await closeSessions(ctx.db, actorId(ctx), ctx.actor.sessionHash) }
}

export async function currentUser(ctx: Ctx): Promise<CurrentUser> {
  return (await selectCurrentUser(ctx.db, actorId(ctx))) ?? fail('UNAUTHENTICATED')
}

/** Changes the caller's own password and ends their other sessions. */
export async function changePassword(ctx: Ctx, passwordHash: string): Promise<undefined> {
  await ctx.db.updateTable('app_user').set({ password_hash: passwordHash }).where('id', '=', actorId(ctx)).execute()
  await closeSessions(ctx.db, actorId(ctx), ctx.actor.sessionHash)
}
