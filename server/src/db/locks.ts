import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.ts'

/**
 * Every advisory lock of the product by name, so that none share a number, by which alone PostgreSQL knows them. Locks
 * on single things (a mailbox, a job) have the number as the first of two keys.
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

/** Waits until no other transaction holds the lock, and holds it until the end of this one. */
export async function lock(db: Kysely<DB>, name: keyof typeof locks): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(locks[name])})`.execute(db)
}

/** Holds the lock until the end of the transaction; returns false at once when another transaction holds it. */
export async function tryLock(db: Kysely<DB>, name: keyof typeof locks): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(locks[name])}) as taken`.execute(db)
  return rows[0]?.taken === true
}

/**
 * Kinds of single things that are locked by a key. Triggers lock documents and calls as well; only triggers lock groups
 * of duplicates.
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

/** Waits until no other transaction holds the lock of this thing, and holds it until the end of this one. */
export const lockOne = (db: Kysely<DB>, kind: Kind, key: string): Promise<void> => lockEach(db, kind, [key])

/** Locks several things like `lockOne`, always in the same order, so that two transactions do not deadlock. */
export async function lockEach(db: Kysely<DB>, kind: Kind, keys: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended(${`${kind} `} || name, 0) as key from unnest(${[...keys]}::text[]) as named(name)
       order by key) as sorted`.execute(db)
}
