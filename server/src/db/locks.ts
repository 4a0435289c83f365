import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.ts'

/**
 * Every advisory lock of the product by name, so that no two things share a number: PostgreSQL knows a lock by its
 * number alone. Locks on one of many things (a mailbox, a job) have the number as the first of two keys.
 */
export const locks = {
  postgresInUse: 712_049_163,
  migrating: 712_049_164,
  jobAtWork: 712_049_165,
  jobWorker: 712_049_199,
  users: 712_049_166,
  demoContacts: 712_049_167,
  findingDuplicates: 712_049_168,
  duplicatePairs: 712_049_169,
  readingMailbox: 712_049_172,
  importBatch: 712_049_173,
  demoEncounters: 712_049_174,
  demoLists: 712_049_175,
  demoFlames: 712_049_176,
  repairs: 712_049_177,
  reminding: 712_049_178,
  readingFiles: 712_049_192,
  demoProjects: 712_049_193,
  remindingOfProjects: 712_049_194,
  remindingOfTodos: 712_049_195,
  towns: 712_049_196,
  bookingPage: 712_049_197,
  demoAppointments: 712_049_198,
} as const

/** Waits until no other transaction holds the lock, and holds it to the end of this one. */
export async function lock(db: Kysely<DB>, name: keyof typeof locks): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(locks[name])})`.execute(db)
}

/** Holds the lock to the end of the transaction, and answers false at once when another one holds it. */
export async function tryLock(db: Kysely<DB>, name: keyof typeof locks): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(locks[name])}) as taken`.execute(db)
  return rows[0]?.taken === true
}

/**
 * What is locked one by one, by a key of its own; documents and calls by their triggers as well, the groups of duplicates by
 * theirs alone.
 */
export const lockedKinds = [
  'absence',
  'absences',
  'call',
  'contact document',
  'duplicate groups',
  'library',
  'message',
  'project document',
  'send',
  'thread',
] as const
type Kind = (typeof lockedKinds)[number]

/** Waits until no other transaction holds the lock of this one thing, and holds it to the end of this one. */
export const lockOne = (db: Kysely<DB>, kind: Kind, key: string): Promise<void> => lockEach(db, kind, [key])

/** Like `lockOne` for several things, always in the same order: two that lock the same at once do not block each other. */
export async function lockEach(db: Kysely<DB>, kind: Kind, keys: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended(${`${kind} `} || name, 0) as key from unnest(${[...keys]}::text[]) as named(name)
       order by key) as sorted`.execute(db)
}
