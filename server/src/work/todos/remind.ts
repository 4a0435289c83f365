import { sql } from 'kysely'
import { tryLock } from '../../db/locks.ts'
import type { AppContext } from '../../http/context.ts'
import { dueAt, isAtWork, todoInPlace } from './todos.queries.ts'

/**
 * Notifies assignees of newly due to-dos, and their stand-ins, how many are due. Each to-do causes this once, however
 * often and in however many processes it runs. The notification replaces an earlier unread one. To-dos that a user may
 * not see are not counted.
 */
export async function remindOfTodos({ database }: Pick<AppContext, 'database'>): Promise<void> {
  await database.kysely.transaction().execute(async (db) => {
    if (!(await tryLock(db, 'remindingOfTodos'))) return
    await sql`
      with away as materialized (select person_id, stand_in_id from stand_ins('TODO', now())),
      told as (
        update todo set due_told = true
         where id in (
           select t.id from ${todoInPlace}
            where t.state = 'OPEN' and not t.due_told and ${dueAt} <= now() and t.assignee_id is not null and ${isAtWork})
        returning assignee_id
      ), person as (
        select u.id, count_due_todos(u.id) as due from app_user u
         where u.id in (
           select assignee_id from told
           union select away.stand_in_id from told join away on away.person_id = told.assignee_id)
           and u.deleted_at is null and not u.disabled
      ), before as (
        update notification n set read_at = now() from person
         where n.user_id = person.id and n.notification_type = 'COMPLETE_TODO' and n.read_at is null and person.due > 0
      )
      insert into notification (user_id, notification_type, content)
      select id, 'COMPLETE_TODO', due::text from person where due > 0 order by id`.execute(db)
  })
}
