import { type Kysely, sql } from 'kysely'
import { tryLock } from '../../db/locks.ts'
import type { DB } from '../../db/schema.ts'
import type { AppContext } from '../../http/context.ts'
import { away, caretakers } from './proxies.ts'

/** Further back nothing is told any more: read notifications are kept longer than that. */
const back = sql`interval '60 days'`

const passed = (column: 'pickup_date' | 'self_pickup_at' | 'delivery_date') => sql`
  select id, ${sql.ref(column)} as at from dossier
   where ${sql.ref(column)} <= now() and ${sql.ref(column)} > now() - ${back}`

/**
 * Tells whoever looks after a flame that its reminder has come, or that a date has passed of what is not delivered: each
 * once, however often and however many processes look: one at a time does. Proxies and stand-ins are told as well.
 */
export async function remindOfFlames({ database }: AppContext): Promise<void> {
  await database.kysely.transaction().execute(async (db) => {
    if (await tryLock(db, 'reminding')) await tellDue(db)
  })
}

const tellDue = (db: Kysely<DB>) =>
  sql`
    with ${away}
    insert into notification (user_id, notification_type, content, reason, flame_id, once)
    select person.id, due.type, c.full_name, due.reason, f.id, due.once
      from (
        select f.id, 'TASK_REMINDER' as type, null as reason, f.id || ' ' || iso(f.reminder_at) as once
          from flame f where f.reminder_at <= now() and f.reminder_at > now() - ${back}
           and f.archived_at is null and f.deleted_at is null
        union all
        select d.flame_id, 'CHECK_FLAME', 'OVERDUE', d.flame_id || ' overdue ' || iso(max(dated.at))
          from (${passed('pickup_date')} union all ${passed('self_pickup_at')} union all ${passed('delivery_date')}) as dated
          join dossier d on d.id = dated.id
         where not d.delivered group by d.flame_id) as due
      join flame f on f.id = due.id and f.archived_at is null and f.deleted_at is null
      join dossier d on d.flame_id = f.id
      join contact c on c.id = d.contact_id
     cross join lateral (${caretakers}) as care
      join app_user person on person.id = care.id and person.deleted_at is null and not person.disabled
     where not exists (
       select from notification n
        where n.user_id = person.id and n.notification_type = due.type and n.once = due.once)
     order by person.id, due.once
    on conflict on constraint notification_once do nothing`.execute(db)
