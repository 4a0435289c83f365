import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type locks, tryLock } from '../../db/locks.ts'
import type { DB } from '../../db/schema.ts'

/** Limit for late reminders; read notifications are kept longer, so nobody is reminded twice. */
const back = sql`interval '60 days'`

/** Returns the condition that a moment has passed, within the limit for late reminders. */
export const hasCome = (at: RawBuilder<unknown>) => sql<boolean>`${at} <= now() and ${at} > now() - ${back}`

interface Reminders {
  readonly lock: keyof typeof locks
  /** Query with the columns `id`, type, reason and `once`, the key under which each user is notified once. */
  readonly due: RawBuilder<unknown>
  /** Join of the open card of a row of `due`, with the tables that `content` uses. */
  readonly card: RawBuilder<unknown>
  readonly content: RawBuilder<unknown>
  /** Column of a notification that references such a card. */
  readonly about: 'flame_id' | 'project_id'
  /** From `proxiesOf`. */
  readonly away: RawBuilder<unknown>
  readonly caretakers: RawBuilder<unknown>
}

/**
 * Notifies everybody who looks after a card of what became due, proxies and stand-ins included. Each is notified once,
 * however often it runs; a lock lets only one process run it at a time.
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
