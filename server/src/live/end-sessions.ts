import type { Actors } from '../http/actors.ts'
import { sentenceOf } from '../http/problem.ts'
import type { Connected } from './connected.ts'

/** Interval in milliseconds for sessions that end by their age, of which the database does not tell. */
const ageCheckMs = 1000

/**
 * Closes the connections of ended sessions, and refreshes the users' permissions after each change. While the database
 * is away nothing is checked; its reconnection triggers a check. Returns a function that stops this.
 */
export function endSessions(everybody: ReadonlySet<Connected>, actors: Actors): () => void {
  const end = ({ connection, language }: Connected) =>
    connection.fail(sentenceOf(language ?? 'DE', 'problem', 'UNAUTHENTICATED'))

  let isChecking = false
  let isDue = false
  function check(): void {
    isDue = true
    if (isChecking) return
    isChecking = true
    void checkAll()
      .catch(() => {})
      .finally(() => {
        isChecking = false
      })
  }
  async function checkAll(): Promise<void> {
    while (isDue) {
      isDue = false
      // the tabs of a browser share a session
      for (const [, those] of Map.groupBy(everybody, ({ session }) => session.toString('hex'))) {
        const [first] = those
        const user = first && (await actors.ofSession(first.session))
        for (const one of those) {
          if (user) one.user = user
          else end(one)
        }
      }
    }
  }

  async function endAged(): Promise<void> {
    if (everybody.size === 0) return
    // connections that open during the query are not part of its answer
    const those = [...everybody]
    const lasting = await actors.lasting(those.map(({ session }) => session))
    for (const one of those) if (!lasting.has(one.session.toString('hex'))) end(one)
  }

  const unchanged = actors.onChange(check)
  const ageing = setInterval(() => void endAged().catch(() => {}), ageCheckMs)
  return () => {
    unchanged()
    clearInterval(ageing)
  }
}
