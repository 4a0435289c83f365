import type pg from 'pg'

/** What the driver has beside its types. */
export interface PreparingConnection extends pg.Connection {
  readonly parsedStatements: Record<string, string>
  readonly submittedNamedStatements: Record<string, string>
  close(message: { type: 'S'; name: string }): void
}

/** In characters of their texts. What PostgreSQL keeps for each is 150 to 200 bytes, a megabyte for a search with all its places. */
const mostKept = 200_000
/** One that is longer is planned each time: it would have all others forgotten. */
const longestKept = mostKept / 10

/**
 * Names the prepared statements of a connection by their texts, undefined for one that is not kept. Those that were not asked
 * for longest are given back, as the texts of searches differ by what is searched. Each name is used once, so that a text that is
 * asked for again is prepared anew, also where the server did not hear that it was given back.
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
    // the last one of those that are known
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
