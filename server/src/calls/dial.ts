import { sql } from 'kysely'
import type { telephonyApi } from '#contract/calls/telephony'
import type { AnswerOf, BodyOf } from '#contract/endpoint'
import { actorId, type Ctx } from '../http/context.ts'
import { fail } from '../http/problem.ts'
import { keysOf, numberOf } from './numbers/numbers.ts'

export async function getAccount({ db }: Ctx): Promise<AnswerOf<typeof telephonyApi.sipgateAccount>> {
  const row = await db.selectFrom('sipgate_account').select('token_id').executeTakeFirst()
  return { tokenId: row?.token_id ?? '' }
}

/** Saves the account of sipgate; an empty token id removes it. */
export async function saveAccount(
  { db, services }: Ctx,
  { tokenId, token }: BodyOf<typeof telephonyApi.saveSipgateAccount>,
): Promise<undefined> {
  if (tokenId === '') {
    await db.deleteFrom('sipgate_account').execute()
    return
  }
  const sealed = services.vault.seal(token)
  await sql`
    insert into sipgate_account (token_id, sealed_token) values (${tokenId}, ${sealed})
    on conflict (only_one) do update set token_id = excluded.token_id, sealed_token = excluded.sealed_token,
                                         version = sipgate_account.version + 1`.execute(db)
}

/** Name of a sipgate device among a user's extensions: `e0` or `1234567e0`. */
const device = /^\d*([exyp]\d+)$/

/** Has sipgate ring the caller's telephone and then the number. Errors: DIALLING_OFF, NO_TELEPHONE, DIALLING_FAILED. */
export async function placeCall(ctx: Ctx, written: string): Promise<void> {
  const account = await ctx.db.selectFrom('sipgate_account').selectAll().executeTakeFirst()
  if (!account) fail('DIALLING_OFF')
  const { extensions } = await ctx.db
    .selectFrom('app_user')
    .select('extensions')
    .where('id', '=', actorId(ctx))
    .executeTakeFirstOrThrow()
  const [caller] = keysOf(extensions).flatMap((key) => device.exec(key)?.[1] ?? [])
  if (!caller) fail('NO_TELEPHONE')
  const call = { deviceId: caller, caller, callee: numberOf(written) }
  if (!(await isPlaced(ctx, account.token_id, account.sealed_token, call))) fail('DIALLING_FAILED')
}

const patienceMs = 10_000

async function isPlaced({ services }: Ctx, tokenId: string, sealed: Buffer, call: object): Promise<boolean> {
  try {
    const token = services.vault.open(sealed)
    const { ok } = await fetch(new URL('/v2/sessions/calls', services.config.sipgateUrl), {
      method: 'POST',
      redirect: 'error',
      headers: {
        authorization: `Basic ${Buffer.from(`${tokenId}:${token}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(call),
      signal: AbortSignal.timeout(patienceMs),
    })
    return ok
  } catch {
    return false
  }
}
