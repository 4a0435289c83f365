import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { BodyOf } from '#contract/endpoint'
import type { AccessKey, accessKeyApi } from '#contract/users/access-keys'
import { hashOfSecret } from '../../http/access-keys.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { assertMayChange, canSignIn, getAccount } from '../users.ts'

export async function listAccessKeys({ db }: Ctx): Promise<AccessKey[]> {
  const { rows } = await sql<AccessKey>`
    select k.id, k.title, k.scope, k.user_id as "userRef", u.username, iso(k.created_at) as "createdUtc",
           iso(date_trunc('minute', k.last_used_at)) as "lastUsedUtc", iso(k.revoked_at) as "revokedUtc"
      from access_key k join app_user u on u.id = k.user_id
     order by k.revoked_at is not null, k.created_at desc, k.id`.execute(db)
  return rows
}

/** Creates a key for a user with no more rights than the caller. Errors: VALIDATION if disabled, USER_HOLDS_MORE. */
export async function addAccessKey(
  ctx: Ctx,
  { title, scope, userRef, signs }: BodyOf<typeof accessKeyApi.add>,
): Promise<{ id: string; key: string }> {
  if (!(await canSignIn(ctx, userRef))) {
    fail('VALIDATION', { fields: [{ path: 'userRef', invalid: 'unknownRef' }] })
  }
  await assertMayChange(ctx, await getAccount(ctx, userRef))
  const secret = randomBytes(32).toString('base64url')
  const kept = signs ? { sealed_secret: ctx.services.vault.seal(secret) } : { secret_hash: hashOfSecret(secret) }
  const row = { title, scope, user_id: userRef, ...kept }
  const { id } = await ctx.db.insertInto('access_key').values(row).returning('id').executeTakeFirstOrThrow()
  return { id, key: `${id}.${secret}` }
}

/** Revokes a key. It stays in the list, so that its past use can be seen. Errors: NOT_FOUND. */
export async function revokeAccessKey(ctx: Ctx, id: string): Promise<undefined> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('access_key')
    .set({ revoked_at: sql`coalesce(revoked_at, now())` })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) fail('NOT_FOUND')
}
