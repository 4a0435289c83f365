import { CompiledQuery, type Kysely, type RawBuilder } from 'kysely'
import type { Language } from '#contract/limits'
import type { KeyScope, Permission } from '#contract/permissions'
import type { Config } from '../config.ts'
import { isExplained } from '../db/constraint-errors.ts'
import { aheadMark, type Database, preparedMark } from '../db/db.ts'
import { codeOf } from '../db/error-code.ts'
import { LastQuery } from '../db/last-query.ts'
import type { DB } from '../db/schema.ts'
import type { FileStore } from '../files/file-store.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { JobName, JobPayload } from '../jobs/jobs.ts'
import type { Vault } from './vault.ts'

/** The caller; in calls that are open to everybody the id may be null. */
export interface Actor {
  readonly id: string | null
  readonly username: string
  readonly roles: readonly string[]
  readonly permissions: ReadonlySet<Permission>
  readonly sessionHash: Buffer | null
  /** Whether a role requires a second factor that the user has not set up yet. */
  readonly secondFactorMissing: boolean
  readonly language: Language
  /** Network address of the caller. */
  readonly address: string
  /** Tab of the browser that calls, by which it recognises its own changes among those it is told. */
  readonly tab: string
  /** Scope of the access key; absent where a user is signed in. */
  readonly byKey?: KeyScope
}

/** What all calls of the process share, beside the database. */
export interface Services {
  readonly config: Config
  readonly vault: Vault
  readonly files: FileStore
  readonly readable: Readable
}

/** Who may see the rows of each table. A table without a rule is shown to nobody. */
export interface Readable {
  readonly rules: Readonly<Record<string, RowRule>>
  /** Tables whose rows are named by ids in other rows, and who may read those names. */
  readonly named: readonly NamedTable[]
}

export interface RowRule {
  /** Permissions that the reader must hold, all of them. */
  readonly needs: readonly Permission[]
  /** Column with the id of the record that a row belongs to. */
  readonly root: string
  /** Condition on the rows that the reader may see; without it, all of them. */
  readonly sees?: (row: RuledRow, actor: Actor) => RawBuilder<boolean>
}

/** A row by its id, with the id of its record; the row may have been deleted. */
export interface RuledRow {
  readonly id: RawBuilder<unknown>
  readonly root: RawBuilder<unknown>
}

export interface NamedTable {
  readonly table: string
  /** Column, or SQL expression, that holds the name of a row `n`. */
  readonly name?: string
  /** Permissions of which one is enough to read the name. */
  readonly needs?: readonly Permission[]
  readonly sees?: (actor: Actor) => RawBuilder<boolean>
}

/**
 * The first argument of every rule. For anything but reading, `db` is the transaction that the framework opened, and
 * `enqueue` writes the job in it.
 */
export interface Ctx {
  readonly db: Kysely<DB>
  readonly actor: Actor
  readonly now: Date
  readonly services: Services
  /**
   * Whether a rule queries beforehand for conflicts that a unique index would refuse anyway, to describe them in the
   * error. False in the first run of a transaction, as most succeed; after such a refusal it is run again with true.
   */
  readonly asksFirst: boolean
  enqueue<Name extends JobName>(name: Name, payload: JobPayload<Name>): Promise<void>
}

/** Returns the id of the signed-in user. Throws in calls that are open to everybody and have none. */
export function actorId(ctx: Ctx): string {
  if (ctx.actor.id === null) throw new Error('this call is open to everybody and has no signed-in user')
  return ctx.actor.id
}

/** What every call and job of the process gets: the database and the shared services. */
export interface AppContext {
  readonly database: Database
  readonly services: Services
  /** Whether answers are validated against the contract: in tests. In production the types are trusted. */
  readonly checkAnswers: boolean
}

/** Returns a ctx whose `db` commits each statement by itself: for GET, and for work prepared before a transaction. */
export function withoutTransaction(appContext: AppContext, actor: Actor): Ctx {
  return ctxOn(appContext.database.kysely, appContext, actor, true)
}

/**
 * Runs a rule in one transaction; after the commit, `told` gets the subjects of what changed. A last query is sent
 * together with the commit. The rule is run again after a deadlock, which PostgreSQL resolves by ending one
 * transaction, and after the refusal of a unique index, with `asksFirst`.
 */
export async function inTransaction<T>(
  appContext: AppContext,
  actor: Actor,
  run: (ctx: Ctx) => Promise<T | LastQuery<T>>,
  told: (subjects: string[]) => void = () => {},
): Promise<T> {
  return appContext.database.kysely.connection().execute(async (db) => {
    let asksFirst = false
    for (let runs = 1; ; runs++) {
      await db.executeQuery(CompiledQuery.raw('begin'))
      await db.executeQuery(CompiledQuery.raw(settings, [actor.id ?? '', actor.tab]))
      try {
        const result = await run(ctxOn(db, appContext, actor, asksFirst))
        const last = result instanceof LastQuery ? result : undefined
        await last?.leave(db)
        const { rows } = await db.executeQuery<{ told?: string | null }>(CompiledQuery.raw('commit'))
        const ofCommit = rows.findIndex((row) => 'told' in row)
        told((rows[ofCommit]?.told ?? '').split('\n').filter(Boolean))
        return last ? last.answerOf(rows.slice(0, ofCommit)) : (result as T)
      } catch (error) {
        await db.executeQuery(CompiledQuery.raw('rollback')).catch(() => {})
        if (runs === mostRuns || !(isDeadlock(error) || (isExplained(error) && !asksFirst))) throw error
        asksFirst ||= isExplained(error)
      }
    }
  })
}

const mostRuns = 5
const isDeadlock = (error: unknown) => codeOf(error) === '40P01'

/** Settings of a transaction. Triggers append what changed to app.told, after its line feed (functions/changes.sql). */
const settings = `${aheadMark} ${preparedMark} select set_config('app.actor', $1, true), set_config('app.tab', $2, true),
  set_config('app.told', E'\\n', true)`

function ctxOn(db: Kysely<DB>, { services }: AppContext, actor: Actor, asksFirst: boolean): Ctx {
  return {
    db,
    actor,
    now: new Date(),
    services,
    asksFirst,
    enqueue: (name, payload) => enqueue(db, name, payload),
  }
}

/** Returns the actor of background work such as jobs; `id` is the user on whose behalf it runs, if any. */
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
    tab: '',
  }
}
