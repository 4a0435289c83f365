import { sql } from 'kysely'
import { planned } from '../../db/db.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { seen } from './flames.queries.ts'

export interface LockedFlame {
  readonly id: string
  readonly version: number
  readonly stepId: string
  readonly boardId: string
  readonly place: number
  readonly assigneeId: string | null
  readonly contactId: string
  readonly contactDeleted: boolean
  readonly certificateName: string
  readonly archived: boolean
  readonly deleted: boolean
}

/** Keeps a flame from being changed by others until the transaction ends. Errors: NOT_FOUND. */
export async function lockFlame(ctx: Ctx, id: string): Promise<LockedFlame> {
  const { rows } = await sql<LockedFlame>`${planned} ${lockQuery(ctx, id)}`.execute(ctx.db)
  return rows[0] ?? fail('NOT_FOUND')
}

/** Locks a flame; no row for one that is not there, or not the caller's. */
export const lockQuery = (ctx: Ctx, id: string) => sql<LockedFlame>`
  with f as materialized (
    select f.*, d.contact_id, d.certificate_name from flame f join dossier d on d.flame_id = f.id
     where f.id = ${id} for update of f, d)
  select f.id, f.version, f.step_id as "stepId", s.blackboard_id as "boardId", f.place,
         f.assignee_id as "assigneeId", f.contact_id as "contactId", c.deleted_at is not null as "contactDeleted",
         f.certificate_name as "certificateName", f.archived_at is not null as archived,
         f.deleted_at is not null as deleted
    from f join blackboard_step s on s.id = f.step_id join contact c on c.id = f.contact_id
   where ${seen(ctx)}`

/** The same for one that people work on. Errors: NOT_FOUND, IN_BIN, ARCHIVED. */
export const lockOpenFlame = async (ctx: Ctx, id: string): Promise<LockedFlame> => onlyOpen(await lockFlame(ctx, id))

/** Errors: IN_BIN, ARCHIVED. */
export function onlyOpen(flame: LockedFlame): LockedFlame {
  if (flame.deleted) fail('IN_BIN')
  if (flame.archived) fail('ARCHIVED')
  return flame
}

/** Writes over a locked flame, whose version rises. */
export async function writeFlame(ctx: Ctx, { id, version }: LockedFlame, columns: object): Promise<void> {
  await ctx.db
    .updateTable('flame')
    .set({ ...columns, version: version + 1, updated_at: sql`now()` })
    .where('id', '=', id)
    .modifyEnd(planned)
    .execute()
}
