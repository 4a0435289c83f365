import type { Actors } from '../http/actors.ts'
import { sentenceOf } from '../http/problem.ts'
import type { Connected } from './connected.ts'

/** A session may also end by its age, which nobody tells. */
const ageCheckMs = 1000

/**
 * Whoever is connected still may be, and has the rights that they have now. While the database is away nothing is
 * checked: it tells when it is back. Answers what stops it.
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
      // the tabs of a browser share their session
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
    // whoever comes while the answer is on its way was not asked for
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
