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
  /** The tab of the browser that calls: it recognises its own changes among those that it is told. */
  readonly tab: string
  /** What the access key is for that it shows; nothing where somebody is signed in. */
  readonly byKey?: KeyScope
}

/** What the whole process shares and every call may use, beside the database. */
export interface Services {
  readonly config: Config
  readonly vault: Vault
  readonly files: FileStore
  readonly readable: Readable
}

/** Who may see the rows of each table. One without a rule is shown to nobody. */
export interface Readable {
  readonly rules: Readonly<Record<string, RowRule>>
  /** What fields name by an id, and who may know what that is called. */
  readonly named: readonly NamedTable[]
}

export interface RowRule {
  /** What the reader must hold, all of it. */
  readonly needs: readonly Permission[]
  /** The column that names the record a row belongs to. */
  readonly root: string
  /** Which rows of the table the reader may see then; otherwise all. */
  readonly sees?: (row: RuledRow, actor: Actor) => RawBuilder<boolean>
}

/** A row by its id and that of the record it belongs to; it may be gone by now. */
export interface RuledRow {
  readonly id: RawBuilder<unknown>
  readonly root: RawBuilder<unknown>
}

export interface NamedTable {
  readonly table: string
  /** What a row `n` is called. */
  readonly name?: string
  /** Any of these lets a reader know the name. */
  readonly needs?: readonly Permission[]
  readonly sees?: (actor: Actor) => RawBuilder<boolean>
}

/**
 * What every rule gets first. For anything but reading, `db` is the one transaction that the framework opened; `enqueue`
 * writes the job in it.
 */
export interface Ctx {
  readonly db: Kysely<DB>
  readonly actor: Actor
  readonly now: Date
  readonly services: Services
  /**
   * Whether to ask for what a unique index would refuse by itself, to say more of it. A transaction begins without, for most are not
   * refused; where such an index refuses, it is run again and asks.
   */
  readonly asksFirst: boolean
  enqueue<Name extends JobName>(name: Name, payload: JobPayload<Name>): Promise<void>
}

/** The signed-in user's id; calls that allow everybody must not ask for it. */
export function actorId(ctx: Ctx): string {
  if (ctx.actor.id === null) throw new Error('this call is open to everybody and has no signed-in user')
  return ctx.actor.id
}

/** What every call and job of the process gets: the database, and what all share. */
export interface AppContext {
  readonly database: Database
  readonly services: Services
  /** Tests hold every answer against the contract; in operation the types are trusted. */
  readonly checkAnswers: boolean
}

/** A ctx whose `db` commits each statement by itself: for GET, and for what is prepared before a transaction. */
export function withoutTransaction(appContext: AppContext, actor: Actor): Ctx {
  return ctxOn(appContext.database.kysely, appContext, actor, true)
}

/**
 * Runs a rule in one transaction; once it committed, `told` hears the subjects of what it changed. A last query goes with the
 * commit. Of two that wait for each other PostgreSQL ends one, which is run again: it did nothing yet. So is what is refused, but can
 * say more of it (`asksFirst`).
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

/** The triggers append what changed to app.told, after its line feed (functions/changes.sql). */
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

/** For background work such as jobs; `id` is the user in whose name it is done, if any. */
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
