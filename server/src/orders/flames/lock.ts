import { sql } from 'kysely'
import type { Ctx } from '../../http/context.ts'
import { cardsOf, type LockedCard } from '../boards/boards.ts'
import { seen } from './flames.queries.ts'

export interface LockedFlame extends LockedCard {
  readonly assigneeId: string | null
  readonly contactId: string
  readonly contactDeleted: boolean
  readonly certificateName: string
}

const lockQuery = (ctx: Ctx, id: string) => sql<LockedFlame>`
  with f as materialized (
    select f.*, d.contact_id, d.certificate_name from flame f join dossier d on d.flame_id = f.id
     where f.id = ${id} for update of f, d)
  select f.id, f.version, f.step_id as "stepId", s.blackboard_id as "boardId", f.place,
         f.assignee_id as "assigneeId", f.contact_id as "contactId", c.deleted_at is not null as "contactDeleted",
         f.certificate_name as "certificateName", f.archived_at is not null as archived,
         f.deleted_at is not null as deleted
    from f join blackboard_step s on s.id = f.step_id join contact c on c.id = f.contact_id
   where ${seen(ctx)}`

/** Operations of flames as cards on boards. */
export const flameCards = cardsOf({ table: 'flame', kind: 'FLAME', lockQuery })
