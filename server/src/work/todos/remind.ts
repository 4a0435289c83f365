import { sql } from 'kysely'
import type { AppContext } from '../../http/context.ts'
import { dueAt } from './todos.queries.ts'

/**
 * Tells everybody of whom to-dos have become due how many are due now: each to-do once, however many processes look and
 * however often. What was told before and is not read yet is told anew by that.
 */
export async function remindOfTodos({ database }: AppContext): Promise<void> {
  await sql`
    with told as (
      update todo t set due_told = true
       where t.state = 'OPEN' and not t.due_told and ${dueAt} <= now() and t.assignee_id is not null
         and exists (select from flame f where f.id = t.flame_id and f.archived_at is null and f.deleted_at is null)
      returning t.assignee_id
    ), person as (
      select u.id from app_user u
       where u.id in (select assignee_id from told) and u.deleted_at is null and not u.disabled
    ), before as (
      update notification n set read_at = now() from person
       where n.user_id = person.id and n.notification_type = 'COMPLETE_TODO' and n.read_at is null
    )
    insert into notification (user_id, notification_type, content)
    select person.id, 'COMPLETE_TODO', (
             select count(*) from todo t join flame f on f.id = t.flame_id
              where t.assignee_id = person.id and t.state = 'OPEN' and ${dueAt} <= now()
                and f.archived_at is null and f.deleted_at is null)::text
      from person order by person.id`.execute(database.kysely)
}
