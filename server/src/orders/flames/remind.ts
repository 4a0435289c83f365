import { sql } from 'kysely'
import type { AppContext } from '../../http/context.ts'
import { hasCome, remind } from '../boards/boards.ts'
import { away, caretakers } from './proxies.ts'

const passed = (column: 'pickup_date' | 'self_pickup_at' | 'delivery_date') => sql`
  select id, ${sql.ref(column)} as at from dossier where ${hasCome(sql.ref(column))}`

/** Notifies everybody who looks after a flame of its reminder, or of a date that passed before the delivery. */
export const remindOfFlames = ({ database }: Pick<AppContext, 'database'>): Promise<void> =>
  remind(database.kysely, {
    lock: 'reminding',
    due: sql`
      select f.id, 'TASK_REMINDER', null, f.id || ' ' || iso(f.reminder_at)
        from flame f where ${hasCome(sql`f.reminder_at`)} and f.archived_at is null and f.deleted_at is null
      union all
      select d.flame_id, 'CHECK_FLAME', 'OVERDUE', d.flame_id || ' overdue ' || iso(max(dated.at))
        from (${passed('pickup_date')} union all ${passed('self_pickup_at')} union all ${passed('delivery_date')}) as dated
        join dossier d on d.id = dated.id
       where not d.delivered group by d.flame_id`,
    card: sql`flame f on f.id = due.id and f.archived_at is null and f.deleted_at is null
      join dossier d on d.flame_id = f.id
      join contact c on c.id = d.contact_id`,
    content: sql`c.full_name`,
    about: 'flame_id',
    away,
    caretakers,
  })
