import { CompiledQuery, type Kysely } from 'kysely'
import pg from 'pg'
import type { Language } from '#contract/limits'
import type { Permission } from '#contract/permissions'
import type { Config } from '../config.ts'
import type { Database } from '../db/db.ts'
import type { DB } from '../db/schema.ts'
import type { FileStore } from '../files/file-store.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { JobName, JobPayload } from '../jobs/jobs.ts'
import type { Vault } from './vault.ts'

/** Who makes the call; for calls open to everybody the id may be null. */
export interface Actor {
  readonly id: string | null
  readonly username: string
  readonly roles: readonly string[]
  readonly permissions: ReadonlySet<Permission>
  readonly sessionHash: Buffer | null
  /** A role asks for a second factor that is not set up yet. */
  readonly secondFactorMissing: boolean
  readonly language: Language
  /** The network address of the caller. */
  readonly address: string
}

/** What the whole process shares and every call may use. */
export interface Services {
  readonly config: Config
  readonly vault: Vault
  readonly files: FileStore
}

/**
 * What every rule gets first. For anything but reading, `db` is the one transaction that the framework opened; `enqueue`
 * writes the job in it; `afterCommit` runs only if it committed.
 */
export interface Ctx {
  readonly db: Kysely<DB>
  readonly actor: Actor
  readonly now: Date
  readonly services: Services
  enqueue<Name extends JobName>(name: Name, payload: JobPayload<Name>): Promise<void>
  afterCommit(effect: () => void | Promise<void>): void
}

/** The signed-in user's id; calls that allow everybody must not ask for it. */
export function actorId(ctx: Ctx): string {
  if (ctx.actor.id === null) throw new Error('this call is open to everybody and has no signed-in user')
  return ctx.actor.id
}

/** What calls and jobs are run in: the database and what all share. */
export interface House {
  readonly database: Database
  readonly services: Services
  /** Tests hold every answer against the contract; in operation the types are trusted. */
  readonly checkAnswers: boolean
}

/** A ctx whose `db` commits each statement by itself: for GET, and for what is prepared before a transaction. */
export function withoutTransaction(house: House, actor: Actor): Ctx {
  return ctxOn(house.database.kysely, house, actor, (effect) => void effect())
}

/** Runs a rule in one transaction, then what it wanted done after the commit. */
export async function inTransaction<T>(house: House, actor: Actor, run: (ctx: Ctx) => Promise<T>): Promise<T> {
  const effects: Effect[] = []
  const answer = await house.database.kysely.connection().execute(async (db) => {
    // Both in one round trip.
    const begin = `begin; select set_config('app.actor', ${pg.escapeLiteral(actor.id ?? '')}, true)`
    await db.executeQuery(CompiledQuery.raw(begin))
    try {
      const result = await run(ctxOn(db, house, actor, (effect) => void effects.push(effect)))
      await db.executeQuery(CompiledQuery.raw('commit'))
      return result
    } catch (error) {
      await db.executeQuery(CompiledQuery.raw('rollback')).catch(() => {})
      throw error
    }
  })
  for (const effect of effects) await effect()
  return answer
}

type Effect = () => void | Promise<void>

function ctxOn(db: Kysely<DB>, { services }: House, actor: Actor, afterCommit: (effect: Effect) => void): Ctx {
  return {
    db,
    actor,
    now: new Date(),
    services,
    enqueue: (name, payload) => enqueue(db, name, payload),
    afterCommit,
  }
}

/** For work that no person asked for, such as jobs; `id` is the user in whose name it is done, if any. */
export function systemActor(id: string | null = null): Actor {
  return {
    id,
    username: '',
    roles: [],
    permissions: new Set(),
    sessionHash: null,
    secondFactorMissing: false,
    language: 'DE',
    address: '',
  }
}
