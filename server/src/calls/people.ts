import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { keyOf, keysOf } from './numbers/numbers.ts'

interface Person {
  readonly id: string
  readonly username: string
}

/** Returns a function that finds the users of extensions and numbers, among those who can sign in. */
export async function ownersOf(db: Kysely<DB>): Promise<(written: readonly string[]) => Person[]> {
  const users = await db
    .selectFrom('app_user')
    .select(['id', 'username', 'phone_number', 'extensions'])
    .where('deleted_at', 'is', null)
    .where('disabled', '=', false)
    .where(({ or, eb }) => or([eb('phone_number', '<>', ''), eb('extensions', '<>', '')]))
    .orderBy('username')
    .execute()
  const known = users.map(({ id, username, phone_number, extensions }) => {
    return { id, username, keys: new Set(keysOf(`${phone_number},${extensions}`)) }
  })
  return (written) => {
    const keys = written.map(keyOf).filter(Boolean)
    return known.filter((one) => keys.some((key) => one.keys.has(key))).map(({ id, username }) => ({ id, username }))
  }
}
