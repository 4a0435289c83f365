import { sql } from 'kysely'
import type { AppContext } from '../../http/context.ts'
import { hasCome, remind } from '../../orders/boards/boards.ts'
import { isOpen } from './projects.queries.ts'
import { away, caretakers } from './proxies.ts'

/** Notifies everybody who looks after a project of its reminder, or of its end date once that has passed. */
export const remindOfProjects = ({ database }: Pick<AppContext, 'database'>): Promise<void> =>
  remind(database.kysely, {
    lock: 'remindingOfProjects',
    due: sql`
      select p.id, 'PROJECT_REMINDER', null, p.id || ' ' || iso(p.reminder_at)
        from project p where ${hasCome(sql`p.reminder_at`)} and ${isOpen}
      union all
      select p.id, 'CHECK_PROJECT', 'OVERDUE', p.id || ' overdue ' || iso(p.finished)
        from project p where ${hasCome(sql`p.finished`)} and ${isOpen}`,
    card: sql`project p on p.id = due.id`,
    content: sql`p.title`,
    about: 'project_id',
    away,
    caretakers,
  })
