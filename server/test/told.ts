import { sql } from 'kysely'
import type { Database } from '../src/db/db.ts'

/** Returns the subjects that are announced while `act` runs, in the notation of the database. */
export async function toldDuring<Answer>({ listener, kysely }: Database, act: () => Promise<Answer>) {
  const told: string[] = []
  const unsubscribe = listener.on('changes', { notified: (text) => void told.push(text), connected() {} })
  let marks = 0
  /** Waits until all earlier announcements have arrived. */
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
