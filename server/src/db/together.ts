import pg from 'pg'
import { columnValues } from './column-values.ts'
import type { PreparingConnection } from './kept-plans.ts'

/** A statement for one connection; one with a name is prepared there once. */
export interface Statement {
  readonly text: string
  readonly values?: readonly unknown[] | undefined
  readonly name?: string | undefined
}

/**
 * Returns a query of the driver. The constructor gets the callback, as `answeredOnce` in db.ts explains, and only the
 * text, since the driver clones objects property by property.
 */
export function queryOf({ text, values = [], name }: Statement, done: QueryDone): pg.Query {
  const query = new pg.Query(text, [...values], done as never)
  const own = query as unknown as { name?: string; _result: { _types: unknown } }
  if (name) own.name = name
  own._result._types = columnValues
  return query
}
export type QueryDone = (error: Error | null, result: pg.QueryResult) => void

/**
 * Sends statements in one round trip and returns the result of each. Each sees what those before it wrote; after one
 * that fails none is run, and its error is thrown.
 */
export function sendTogether(
  query: (together: pg.Submittable) => unknown,
  statements: readonly Statement[],
): Promise<pg.QueryResult[]> {
  return new Promise((resolve, reject) => {
    query(new Together(statements, (error, results) => (error ? reject(error) : resolve(results))))
  })
}

interface Part extends pg.Query {
  readonly name?: string
  readonly text: string
  prepare(connection: pg.Connection): void
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: pg.Connection): void
  handleReadyForQuery(connection: pg.Connection): void
}

type Done = (error: Error | null, results: pg.QueryResult[]) => void

/**
 * Queries of the extended protocol before one Sync, which the client treats as one query. A class, since a literal with
 * getters would create a hidden class each time, which keeps its closures until a full collection.
 */
class Together {
  readonly callback: Done
  readonly #parts: readonly Part[]
  readonly #results: pg.QueryResult[] = []
  #failed: Error | null = null
  #at = 0

  constructor(statements: readonly Statement[], callback: Done) {
    this.callback = callback
    const done = (error: Error | null, result?: pg.QueryResult) => {
      if (error) this.#failed ??= error
      else if (result) this.#results.push(result)
    }
    this.#parts = statements.map((statement) => queryOf(statement, done) as Part)
  }

  // the client uses these to record which statement the server has prepared
  get name() {
    return this.#parts[this.#at]?.name
  }
  get text() {
    return this.#parts[this.#at]?.text
  }

  submit(connection: pg.Connection) {
    // each part would send a Sync
    const unsynced = Object.create(connection, { sync: { value: nothing } }) as pg.Connection
    connection.stream.cork()
    for (const part of this.#parts) if (!this.#failed) part.prepare(unsynced)
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription(message: unknown) {
    this.#parts[this.#at]?.handleRowDescription(message)
  }
  handleDataRow(message: unknown) {
    this.#parts[this.#at]?.handleDataRow(message)
  }
  handleCommandComplete(message: unknown, connection: pg.Connection) {
    this.#parts[this.#at]?.handleCommandComplete(message, connection)
    this.#at += 1
  }
  handleError(error: Error, connection: pg.Connection) {
    const { parsedStatements, submittedNamedStatements } = connection as PreparingConnection
    for (const { name } of this.#parts) {
      // the server skipped the statements after the failed one
      if (name && parsedStatements[name] === undefined) delete submittedNamedStatements[name]
    }
    this.callback(error, [])
  }
  handleReadyForQuery(connection: pg.Connection) {
    for (const part of this.#parts) part.handleReadyForQuery(connection)
    this.callback(this.#failed, this.#results)
  }
}

function nothing() {}
