import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { demoId } from './contacts.ts'

const withComments = 30

/** Conversations between the demo users; each comment answers the one before it. */
const talks: readonly (readonly [author: string, text: string])[][] = [
  [['user', 'Möchte erst nach den Ferien beliefert werden.']],
  [
    ['user', '@admin Bitte die Zahlungsbedingung prüfen.'],
    ['admin', 'Erledigt, 30 Tage netto.'],
    ['user', 'Danke @admin.'],
  ],
  [
    ['admin', 'Fragt nach einem Vorführtermin.'],
    ['user', 'Ich rufe am Montag an.'],
  ],
]

/** Adds comments to some of the demo contacts, unless they exist. */
export async function addDemoComments(db: Kysely<DB>): Promise<void> {
  for (let index = 0; index < withComments; index++) {
    const talk = talks[index % talks.length] ?? []
    for (const [at, [author, text]] of talk.entries()) {
      const id = demoId(index, 'comment', at)
      const answerTo = at === 0 ? null : demoId(index, 'comment', at - 1)
      const { numAffectedRows = 0n } = await sql`
        insert into comment (id, contact_id, answer_to, author_id, text, created_at, updated_at)
        select ${id}, ${demoId(index)}, ${answerTo}, u.id, ${text}, at, at
          from app_user u, (select timestamptz '2026-03-02 08:00Z' + make_interval(hours => ${index}, mins => ${at * 7})) as written (at)
         where lower(u.username) = ${author} and u.deleted_at is null
           and not exists (select from comment c where c.id = ${id})
           and (${answerTo}::uuid is null or exists (select from comment c where c.id = ${answerTo}))`.execute(db)
      if (numAffectedRows > 0n && text.includes('@admin')) {
        await sql`
          insert into comment_mention (comment_id, user_id, written)
          select ${id}, id, '@admin' from app_user where lower(username) = 'admin' and deleted_at is null`.execute(db)
      }
    }
  }
}
