import { sql } from 'kysely'
import type { Database } from '../src/db/db.ts'

/** The subjects that are told to everybody while something is done, as the database writes them. */
export async function toldDuring<Answer>({ listener, kysely }: Database, act: () => Promise<Answer>) {
  const told: string[] = []
  const unsubscribe = listener.on('changes', { notified: (text) => void told.push(text), connected() {} })
  let marks = 0
  /** What was told before is on its way no more. */
  const caughtUp = async () => {
    marks += 1
    const mark = `mark ${marks}`
    for (;;) {
      await sql`select pg_notify('changes', ${mark})`.execute(kysely)
      if (told.includes(mark)) return
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  await caughtUp()
  told.length = 0
  const answer = await act()
  await caughtUp()
  unsubscribe()
  return { answer, told: told.filter((text) => !text.startsWith('mark ')) }
}
