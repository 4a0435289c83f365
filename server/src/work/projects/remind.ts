import { sql } from 'kysely'
import type { AppContext } from '../../http/context.ts'

/** Further back nothing is told any more: read notifications are kept longer than that. */
const back = sql`interval '60 days'`

/**
 * Tells whoever looks after a project that its reminder has come, or that it was to be done by now: each once, however many
 * processes look and however often. In the proxy's period the proxy is told as well.
 */
export async function remindOfProjects({ database }: AppContext): Promise<void> {
  const due = (column: 'reminder_at' | 'finished') => sql`
    ${sql.ref(column)} <= now() and ${sql.ref(column)} > now() - ${back} and archived_at is null and deleted_at is null`
  await sql`
    insert into notification (user_id, notification_type, content, reason, project_id, once)
    select person.id, due.type, left(p.title, 500), due.reason, p.id, due.once
      from (
        select id, 'PROJECT_REMINDER' as type, null as reason, id || ' ' || iso(reminder_at) as once
          from project where ${due('reminder_at')}
        union all
        select id, 'CHECK_PROJECT', 'OVERDUE', id || ' overdue ' || iso(finished) from project where ${due('finished')}
      ) as due
      join project p on p.id = due.id
      join app_user person on person.deleted_at is null and not person.disabled and (
        person.id = p.assignee_id
        or person.id = p.proxy_owner_id and coalesce(p.proxy_owner_from <= now(), true)
           and coalesce(p.proxy_owner_until >= now(), true))
     where not exists (
       select from notification n
        where n.user_id = person.id and n.notification_type = due.type and n.once = due.once)
     order by person.id, due.once
    on conflict on constraint notification_once do nothing`.execute(database.kysely)
}
