import { sql } from 'kysely'
import type { Ctx } from '../../http/context.ts'
import { cardsOf, type LockedCard } from '../../orders/boards/boards.ts'
import { seen } from './projects.queries.ts'

interface LockedProject extends LockedCard {
  readonly assigneeId: string | null
}

const lockQuery = (ctx: Ctx, id: string) => sql<LockedProject>`
  with p as materialized (select * from project where id = ${id} for update)
  select p.id, p.version, p.step_id as "stepId", s.blackboard_id as "boardId", p.place, p.assignee_id as "assigneeId",
         p.archived_at is not null as archived, p.deleted_at is not null as deleted
    from p join blackboard_step s on s.id = p.step_id
   where ${seen(ctx)}`

/** Operations of projects as cards on boards. */
export const projectCards = cardsOf({ table: 'project', kind: 'PROJECT', lockQuery })
