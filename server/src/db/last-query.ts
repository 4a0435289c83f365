import { CompiledQuery, type Kysely, type RawBuilder } from 'kysely'
import { withRowsMark } from './db.ts'
import type { DB } from './schema.ts'

type Db = Kysely<DB>
type Query<Row> = RawBuilder<Row> | CompiledQuery<Row>

/**
 * The query that a call ends with; its first row becomes the answer. It is sent together with the commit, in one round
 * trip, so it must read only what the transaction has locked or written: an unexpected answer is noticed too late for a
 * rollback.
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

  /** Runs the query by itself, for a rule that continues with the answer. */
  async ask(db: Db): Promise<Answer> {
    return this.answerOf((await db.executeQuery(this.#compiled(db))).rows)
  }

  /** Sends the query together with the next statement of the connection; its rows come first. */
  async leave(db: Db): Promise<void> {
    const { sql, parameters } = this.#compiled(db)
    await db.executeQuery(CompiledQuery.raw(`${withRowsMark} ${sql}`, [...parameters]))
  }

  #compiled(db: Db): CompiledQuery<unknown> {
    return 'compile' in this.#query ? this.#query.compile(db) : this.#query
  }
}

/** Returns the answer of a rule, also where the rule leaves its query to the commit. */
export const answerOf = async <Answer>(db: Db, answer: Answer | LastQuery<Answer>): Promise<Answer> =>
  answer instanceof LastQuery ? answer.ask(db) : answer
