import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { productTitle } from '#contract/limits'
import type { DB } from '../db/schema.ts'
import { actorId, type Ctx } from '../http/context.ts'
import { fail } from '../http/problem.ts'
import type { Vault } from '../http/vault.ts'
import { forgetFailures } from './login-throttle.ts'

const period = 30
const recoveryCodeCount = 10

/** Columns of a user's second factor; the secret is encrypted. */
interface SecondFactor {
  readonly id: string
  readonly second_factor_secret: Buffer | null
  readonly second_factor_step: number
}

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: productTitle, label, secret: Secret.fromBase32(secret), period, digits: 6, algorithm: 'SHA1' })

/** Returns the time step of a code that is valid and was not used before, otherwise null. */
export function acceptedStep(secret: string, code: string, lastStep: number, now: Date): number | null {
  const token = code.replaceAll(' ', '')
  if (!/^\d{6}$/.test(token)) return null
  const delta = totpOf(secret, '').validate({ token, timestamp: now.getTime(), window: 1 })
  if (delta === null) return null
  const step = Math.floor(now.getTime() / 1000 / period) + delta
  return step > lastStep ? step : null
}

/** Uses up a code of the authenticator or a recovery code; returns false when it is neither. */
export async function useSecondFactor(
  db: Kysely<DB>,
  vault: Vault,
  user: SecondFactor,
  code: string,
  now: Date,
): Promise<boolean> {
  if (!user.second_factor_secret) return false
  const step = acceptedStep(vault.open(user.second_factor_secret), code, user.second_factor_step, now)
  if (step !== null) {
    const taken = await db
      .updateTable('app_user')
      .set({ second_factor_step: step })
      .where('id', '=', user.id)
      .where('second_factor_step', '<', step)
      .executeTakeFirst()
    return taken.numUpdatedRows === 1n
  }
  const used = await db
    .deleteFrom('recovery_code')
    .where('user_id', '=', user.id)
    .where('code_hash', '=', hashOf(code))
    .executeTakeFirst()
  return used.numDeletedRows === 1n
}

const hashOf = (code: string) =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
    .digest()

/** Creates a secret for the caller, to be confirmed. Errors: FORBIDDEN when a second factor is confirmed already. */
export async function startSecondFactor(ctx: Ctx): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: 20 }).base32
  const started = await ctx.db
    .updateTable('app_user')
    .set({ second_factor_secret: ctx.services.vault.seal(secret), second_factor_step: 0 })
    .where('id', '=', actorId(ctx))
    .where('second_factor_confirmed_at', 'is', null)
    .executeTakeFirst()
  if (started.numUpdatedRows === 0n) fail('FORBIDDEN')
  return { secret, uri: totpOf(secret, ctx.actor.username).toString() }
}

/** Confirms the new secret and returns the recovery codes. Errors: WRONG_SECOND_FACTOR. */
export async function confirmSecondFactor(ctx: Ctx, code: string): Promise<{ recoveryCodes: string[] }> {
  const user = await ownSecondFactor(ctx)
  if (user.second_factor_confirmed_at || !user.second_factor_secret) fail('WRONG_SECOND_FACTOR')
  const step = acceptedStep(ctx.services.vault.open(user.second_factor_secret), code, 0, ctx.now)
  if (step === null) fail('WRONG_SECOND_FACTOR')
  await ctx.db
    .updateTable('app_user')
    .set({ second_factor_confirmed_at: sql`now()`, second_factor_step: step })
    .where('id', '=', user.id)
    .execute()
  const recoveryCodes = Array.from({ length: recoveryCodeCount }, recoveryCode)
  await ctx.db.deleteFrom('recovery_code').where('user_id', '=', user.id).execute()
  await ctx.db
    .insertInto('recovery_code')
    .values(recoveryCodes.map((one) => ({ user_id: user.id, code_hash: hashOf(one) })))
    .execute()
  return { recoveryCodes }
}

function recoveryCode(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  const text = [...randomBytes(10)].map((byte) => letters[byte % letters.length]).join('')
  return `${text.slice(0, 5)}-${text.slice(5)}`
}

/** Removes the caller's second factor; the attempt was counted before. Errors: WRONG_SECOND_FACTOR. */
export async function removeSecondFactor(ctx: Ctx, code: string): Promise<undefined> {
  const user = await ownSecondFactor(ctx)
  if (!(await useSecondFactor(ctx.db, ctx.services.vault, user, code, ctx.now))) fail('WRONG_SECOND_FACTOR')
  await clearSecondFactor(ctx.db, user.id)
  await forgetFailures(ctx.db, ctx.actor.username, ctx.actor.address)
}

/** Deletes the secret and recovery codes of a user. */
export async function clearSecondFactor(db: Kysely<DB>, userId: string): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ second_factor_secret: null, second_factor_confirmed_at: null, second_factor_step: 0 })
    .where('id', '=', userId)
    .execute()
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}

async function ownSecondFactor(ctx: Ctx) {
  return ctx.db
    .selectFrom('app_user')
    .select(['id', 'second_factor_secret', 'second_factor_step', 'second_factor_confirmed_at'])
    .where('id', '=', actorId(ctx))
    .forUpdate()
    .executeTakeFirstOrThrow()
}
