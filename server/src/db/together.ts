import pg from 'pg'
import { columnValues } from './column-values.ts'

/** A statement for one connection; with a name it is prepared there once. */
export interface Statement {
  readonly text: string
  readonly values?: readonly unknown[] | undefined
  readonly name?: string | undefined
}

/**
 * Sends statements in one round trip and answers the result of each. Each sees what those before it wrote; after one that
 * fails none is run, and its error is the answer.
 */
export function sendTogether(
  query: (together: pg.Submittable) => unknown,
  statements: readonly Statement[],
): Promise<pg.QueryResult[]> {
  return new Promise((resolve, reject) => {
    query(together(statements, (error, results) => (error ? reject(error) : resolve(results))))
  })
}

/** What the driver has beside its types. */
interface Connection extends pg.Connection {
  readonly parsedStatements: Record<string, string>
  readonly submittedNamedStatements: Record<string, string>
}
interface Part extends pg.Query {
  readonly name?: string
  readonly text: string
  callback(error: Error | null, result?: pg.QueryResult): void
  prepare(connection: pg.Connection): void
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: pg.Connection): void
  handleReadyForQuery(connection: pg.Connection): void
}

type Done = (error: Error | null, results: pg.QueryResult[]) => void

/** Queries of the extended protocol before one Sync, which a client takes for one query of its own. */
function together(statements: readonly Statement[], callback: Done) {
  const results: pg.QueryResult[] = []
  let failed: Error | null = null
  const parts = statements.map(({ text, values = [], name }) => {
    const part = new pg.Query({ text, values: [...values], types: columnValues, ...(name && { name }) }) as Part
    part.callback = (error, result) => {
      if (error) failed ??= error
      else if (result) results.push(result)
    }
    return part
  })
  let at = 0
  return {
    callback,
    // the client notes by these which statement the server has prepared
    get name() {
      return parts[at]?.name
    },
    get text() {
      return parts[at]?.text
    },
    submit(connection: pg.Connection) {
      // each part would end with a Sync
      const unsynced = Object.create(connection, { sync: { value: () => {} } }) as pg.Connection
      connection.stream.cork()
      for (const part of parts) if (!failed) part.prepare(unsynced)
      connection.sync()
      connection.stream.uncork()
    },
    handleRowDescription: (message: unknown) => parts[at]?.handleRowDescription(message),
    handleDataRow: (message: unknown) => parts[at]?.handleDataRow(message),
    handleCommandComplete(message: unknown, connection: pg.Connection) {
      parts[at]?.handleCommandComplete(message, connection)
      at += 1
    },
    handleError(error: Error, connection: pg.Connection) {
      const { parsedStatements, submittedNamedStatements } = connection as Connection
      for (const { name } of parts) {
        // the server did not come to those behind the one that failed
        if (name && parsedStatements[name] === undefined) delete submittedNamedStatements[name]
      }
      callback(error, [])
    },
    handleReadyForQuery(connection: pg.Connection) {
      for (const part of parts) part.handleReadyForQuery(connection)
      callback(failed, results)
    },
  }
}
