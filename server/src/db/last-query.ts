import { CompiledQuery, type Kysely, type RawBuilder } from 'kysely'
import { withRowsMark } from './db.ts'
import type { DB } from './schema.ts'

type Db = Kysely<DB>
type Query<Row> = RawBuilder<Row> | CompiledQuery<Row>

/**
 * The query that a call ends with: its first row makes the answer. It goes to the database with the commit, in one round trip, so it
 * reads only what the transaction holds or has made: what is amiss with its answer would be found too late to take anything back.
 */
export function lastQuery<Row, Answer>(query: Query<Row>, answerOf: (row: Row | undefined) => Answer) {
  return new LastQuery(query, ([row]) => answerOf(row as Row | undefined))
}

export class LastQuery<Answer> {
  readonly #query: Query<unknown>
  readonly answerOf: (rows: readonly unknown[]) => Answer
  constructor(query: Query<unknown>, answerOf: (rows: readonly unknown[]) => Answer) {
    this.#query = query
    this.answerOf = answerOf
  }

  /** Asks it by itself, for a rule that goes on with the answer. */
  async ask(db: Db): Promise<Answer> {
    return this.answerOf((await db.executeQuery(this.#compiled(db))).rows)
  }

  /** Leaves it to what the connection sends next, whose rows come after its own. */
  async leave(db: Db): Promise<void> {
    const { sql, parameters } = this.#compiled(db)
    await db.executeQuery(CompiledQuery.raw(`${withRowsMark} ${sql}`, [...parameters]))
  }

  #compiled(db: Db): CompiledQuery<unknown> {
    return 'compile' in this.#query ? this.#query.compile(db) : this.#query
  }
}

/** What a rule answers, also where it leaves that to the commit. */
export const answerOf = async <Answer>(db: Db, answer: Answer | LastQuery<Answer>): Promise<Answer> =>
  answer instanceof LastQuery ? answer.ask(db) : answer
