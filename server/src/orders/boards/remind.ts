import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type locks, tryLock } from '../../db/locks.ts'
import type { DB } from '../../db/schema.ts'

/** Further back nothing is told any more: read notifications are kept longer than that. */
const back = sql`interval '60 days'`

/** That a moment has come, and not so long ago that nobody is told of it any more. */
export const hasCome = (at: RawBuilder<unknown>) => sql<boolean>`${at} <= now() and ${at} > now() - ${back}`

interface Reminders {
  readonly lock: keyof typeof locks
  /** Rows of `id`, notification type, reason and `once`, which names what each is told once. */
  readonly due: RawBuilder<unknown>
  /** The open card of a row of `due`, with what `content` is made of. */
  readonly card: RawBuilder<unknown>
  readonly content: RawBuilder<unknown>
  /** The column of a notification that names such a card. */
  readonly about: 'flame_id' | 'project_id'
  /** Those of `proxiesOf`. */
  readonly away: RawBuilder<unknown>
  readonly caretakers: RawBuilder<unknown>
}

/**
 * Tells whoever looks after cards what has become due of them, each once, however often and however many processes look:
 * one at a time does. Proxies and stand-ins are told as well.
 */
export async function remind(database: Kysely<DB>, reminders: Reminders): Promise<void> {
  const { lock, due, card, content, about, away, caretakers } = reminders
  await database.transaction().execute(async (db) => {
    if (!(await tryLock(db, lock))) return
    await sql`
      with ${away}
      insert into notification (user_id, notification_type, content, reason, ${sql.ref(about)}, once)
      select person.id, due.type, left(${content}, 500), due.reason, due.id, due.once
        from (${due}) as due (id, type, reason, once)
        join ${card}
       cross join lateral (${caretakers}) as care
        join app_user person on person.id = care.id and person.deleted_at is null and not person.disabled
       where not exists (
         select from notification n
          where n.user_id = person.id and n.notification_type = due.type and n.once = due.once)
       order by person.id, due.once
      on conflict on constraint notification_once do nothing`.execute(db)
  })
}
