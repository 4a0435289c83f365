import { type Kysely, sql } from 'kysely'
import { limits } from '#contract/limits'
import type { DB } from '../db/schema.ts'
import { fail } from '../http/problem.ts'

const { freeFailures, waitPerFailureSeconds, lockAfterFailures, lockSeconds } = limits.login

/** Seconds that somebody must wait after so many failures. */
export function waitAfter(failures: number): number {
  if (failures > lockAfterFailures) return lockSeconds
  return failures > freeFailures ? failures * waitPerFailureSeconds : 0
}

const waits = sql`case when failures > ${lockAfterFailures} then ${lockSeconds}
                       when failures > ${freeFailures} then failures * ${waitPerFailureSeconds} else 0 end`
const passed = sql`extract(epoch from now() - last_at)`

/**
 * Counts an attempt as failed before it is made, in one statement, so that two hundred at once cannot slip through;
 * a success takes it back. Answers the failures so far. Errors: TOO_MANY_ATTEMPTS.
 */
export async function countAttempt(db: Kysely<DB>, username: string, address: string): Promise<number> {
  const key = username.toLowerCase()
  const counted = await sql<{ failures: number }>`
    insert into login_failure (username_key, address, failures) values (${key}, ${address}, 1)
    on conflict (username_key, address) do update
       set failures = case when login_failure.last_at < now() - make_interval(secs => ${lockSeconds}) then 1
                           else login_failure.failures + 1 end,
           last_at = now()
     where (select ${passed} >= ${waits} from (select login_failure.failures, login_failure.last_at) as kept)
    returning failures`.execute(db)
  const failures = counted.rows[0]?.failures
  if (failures !== undefined) return failures
  const blocked = await sql<{ failures: number; retry_after: number }>`
    select failures, greatest(1, ceil(${waits} - ${passed}))::int as retry_after
      from login_failure where username_key = ${key} and address = ${address}`.execute(db)
  const { failures: count = 0, retry_after: retryAfter = 1 } = blocked.rows[0] ?? {}
  return fail('TOO_MANY_ATTEMPTS', { failures: count, retryAfter })
}

/** Takes the count of one attempt back: the password was right, and only the second factor is still to come. */
export async function uncountAttempt(db: Kysely<DB>, username: string, address: string): Promise<void> {
  await db
    .updateTable('login_failure')
    .set({ failures: sql`greatest(0, failures - 1)` })
    .where('username_key', '=', username.toLowerCase())
    .where('address', '=', address)
    .execute()
}

/** Forgets the failures of a user: from one address after a success there, from all when an admin unlocks. */
export async function forgetFailures(db: Kysely<DB>, username: string, address?: string): Promise<void> {
  let forgetting = db.deleteFrom('login_failure').where('username_key', '=', username.toLowerCase())
  if (address !== undefined) forgetting = forgetting.where('address', '=', address)
  await forgetting.execute()
}

/** SQL that is true for users (alias u) whom failures lock out somewhere. */
export const isLocked = sql<boolean>`exists (
  select from login_failure f
   where f.username_key = lower(u.username) and f.failures > ${lockAfterFailures}
     and f.last_at > now() - make_interval(secs => ${lockSeconds}))`
