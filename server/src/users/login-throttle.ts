import { type Kysely, sql } from 'kysely'
import { limits } from '#contract/limits'
import type { DB } from '../db/schema.ts'
import type { AppContext } from '../http/context.ts'
import { fail } from '../http/problem.ts'

const { freeFailures, waitPerFailureSeconds, lockAfterFailures, lockSeconds } = limits.login
/** Limits for one address with many names, and for one name from many addresses. */
export const freeFailuresOfMany = 50
export const maxWaitOfManySeconds = 60
const knownPlaceDays = 90

/** Returns the seconds to wait after a number of failures. */
export function waitAfter(failures: number): number {
  if (failures > lockAfterFailures) return lockSeconds
  return failures > freeFailures ? failures * waitPerFailureSeconds : 0
}

/** Returns the seconds between attempts from an address with any name, or for a name from any address. */
export const waitAfterMany = (failures: number): number =>
  Math.min(maxWaitOfManySeconds, Math.max(0, failures - freeFailuresOfMany))

/**
 * A counted attempt, with the failures of its name at its address; `amongMany` says whether it was counted for the
 * address with any name and the name at any address as well.
 */
export interface Attempt {
  readonly name: string
  readonly address: string
  readonly failures: number
  readonly amongMany: boolean
}

/** A counter for a name at an address, a name at any address (''), or an address with any name (null). */
interface Counted {
  readonly name: string | null
  readonly address: string
  readonly waits: (failures: number) => number
}

const hashOf = (name: string | null) => (name === null ? sql`''::bytea` : sql`sign_in_hash(${name})`)

/**
 * Counts an attempt as failed before it is made, and locks the rows in a fixed order, so that many attempts at once
 * cannot slip through; a success undoes the count. A user who signed in from this address before does not wait for
 * failures of others. Errors: TOO_MANY_ATTEMPTS, which counts nothing.
 */
export async function countAttempt(db: Kysely<DB>, name: string, address: string): Promise<Attempt> {
  return db.transaction().execute(async (transaction) => {
    const failures = await count(transaction, { name, address, waits: waitAfter })
    const amongMany = !(await isKnownPlace(transaction, name, address))
    if (amongMany) {
      await count(transaction, { name: null, address, waits: waitAfterMany })
      await count(transaction, { name, address: '', waits: waitAfterMany })
    }
    return { name, address, failures, amongMany }
  })
}

async function count(db: Kysely<DB>, { name, address, waits }: Counted): Promise<number> {
  const { rows } = await sql<{ failures: number; passed: number }>`
    insert into login_failure as f (name_hash, address, failures) values (${hashOf(name)}, ${address}, 0)
    on conflict (name_hash, address) do update
       set failures = case when f.last_at < now() - make_interval(secs => ${lockSeconds}) then 0 else f.failures end
    returning failures, extract(epoch from clock_timestamp() - last_at)::float8 as passed`.execute(db)
  const { failures = 0, passed = 0 } = rows[0] ?? {}
  const wait = waits(failures)
  if (wait > 0 && wait > passed)
    fail('TOO_MANY_ATTEMPTS', { failures, retryAfter: Math.max(1, Math.ceil(wait - passed)) })
  await sql`
    update login_failure set failures = failures + 1, last_at = clock_timestamp()
     where name_hash = ${hashOf(name)} and address = ${address}`.execute(db)
  return failures + 1
}

async function isKnownPlace(db: Kysely<DB>, name: string, address: string): Promise<boolean> {
  const { rows } = await sql`
    select from sign_in_place p join app_user u on u.id = p.user_id and u.deleted_at is null
     where lower(u.username) = sign_in_name(${name}) and p.address = ${address}
       and p.last_at > now() - make_interval(days => ${knownPlaceDays})`.execute(db)
  return rows.length > 0
}

/** Undoes the count of one attempt after a right password, in the order in which it was counted. */
export async function uncountAttempt(db: Kysely<DB>, { name, address, amongMany }: Attempt): Promise<void> {
  const uncount = (of: string | null, at: string) =>
    sql`
      update login_failure set failures = greatest(0, failures - 1)
       where name_hash = ${hashOf(of)} and address = ${at}`.execute(db)
  await uncount(name, address)
  if (!amongMany) return
  await uncount(null, address)
  await uncount(name, '')
}

/** Deletes, after a success, the failures of this name at this address, and remembers the address as known. */
export async function rememberSuccess(db: Kysely<DB>, userId: string, attempt: Attempt): Promise<void> {
  const { name, address } = attempt
  await uncountAttempt(db, attempt)
  await forgetFailures(db, name, address)
  await sql`
    insert into sign_in_place (user_id, address) values (${userId}, ${address})
    on conflict (user_id, address) do update set last_at = now()`.execute(db)
}

/** Deletes failures of a name: at one address after a success there, all of them when an admin unlocks the user. */
export async function forgetFailures(db: Kysely<DB>, name: string, address?: string): Promise<void> {
  const where = address === undefined ? sql`true` : sql`address = ${address}`
  await sql`delete from login_failure where name_hash = ${hashOf(name)} and ${where}`.execute(db)
}

/** Job: deletes failures and known addresses that are too old to count. */
export async function forgetOldSignIns({ database: { kysely: db } }: AppContext): Promise<void> {
  await sql`delete from login_failure where last_at < now() - make_interval(secs => ${lockSeconds})`.execute(db)
  await sql`delete from sign_in_place where last_at < now() - make_interval(days => ${knownPlaceDays})`.execute(db)
}

/** SQL that is true for users (alias u) whom failures lock out at some address. */
export const isLocked = sql<boolean>`exists (
  select from login_failure f
   where f.name_hash = sign_in_hash(u.username) and f.address <> '' and f.failures > ${lockAfterFailures}
     and f.last_at > now() - make_interval(secs => ${lockSeconds}))`
