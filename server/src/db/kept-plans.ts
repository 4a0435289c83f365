import type pg from 'pg'

/** Properties of the driver that its types lack. */
export interface PreparingConnection extends pg.Connection {
  readonly parsedStatements: Record<string, string>
  readonly submittedNamedStatements: Record<string, string>
  close(message: { type: 'S'; name: string }): void
}

/**
 * Upper limit in characters of statement texts per connection. PostgreSQL keeps 150 to 200 bytes for each, a megabyte
 * for a search with all its places.
 */
const mostKept = 200_000
/** Upper limit for one statement; a longer one is planned each time, because it would displace all others. */
const longestKept = mostKept / 10

/**
 * Returns a function that names the prepared statements of a connection by their texts; undefined for one that is not
 * kept. The least recently used ones are closed, because texts of searches differ. Each name is used once, so that a
 * text is prepared again even if the server did not receive the close.
 */
export function namesOf(client: pg.ClientBase): (text: string) => string | undefined {
  const { connection } = client as unknown as { connection: PreparingConnection }
  const names = new Map<string, string>()
  let kept = 0
  let given = 0

  function giveBack(text: string, name: string) {
    names.delete(text)
    kept -= text.length
    delete connection.parsedStatements[name]
    delete connection.submittedNamedStatements[name]
    if (connection.stream.writable) connection.close({ type: 'S', name })
  }

  return (text) => {
    if (text.length > longestKept) return undefined
    const known = names.get(text)
    // moves it to the end, as the most recently used
    if (known !== undefined) names.delete(text)
    const name = known ?? `prepared ${given++}`
    names.set(text, name)
    if (known !== undefined) return name
    kept += text.length
    for (const [oldest, itsName] of names) {
      if (kept <= mostKept) break
      giveBack(oldest, itsName)
    }
    return name
  }
}
