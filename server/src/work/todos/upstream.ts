import { sql } from 'kysely'
import { seenBy } from '../../db/assigned.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'

/** Between two to-dos, so that sixteen moves fit between them before all are numbered anew. */
const gap = 65_536

/** Errors: NOT_FOUND for a flame that the caller does not see. */
export async function assertSeen(ctx: Ctx, ref: string): Promise<void> {
  await find(ctx, ref, sql``)
}

/** Keeps a flame from being put away until the transaction ends. Errors: NOT_FOUND, IN_BIN, ARCHIVED. */
export async function holdAtWork(ctx: Ctx, ref: string): Promise<void> {
  const { deleted, archived } = await find(ctx, ref, sql`for share of f`)
  if (deleted) fail('IN_BIN')
  if (archived) fail('ARCHIVED')
}

async function find(ctx: Ctx, ref: string, lock: ReturnType<typeof sql>) {
  if (!ctx.actor.permissions.has('FLAME_READ')) fail('NOT_FOUND')
  const { rows } = await sql<{ deleted: boolean; archived: boolean }>`
    select f.deleted_at is not null as deleted, f.archived_at is not null as archived
      from flame f join blackboard_step s on s.id = f.step_id
     where f.id = ${ref} and ${seenBy('blackboard', sql`s.blackboard_id`, ctx.actor)} ${lock}`.execute(ctx.db)
  return rows[0] ?? fail('NOT_FOUND')
}

interface Place {
  readonly beforeRef?: string | null | undefined
  readonly afterRef?: string | null | undefined
}

/** Where so many to-dos go that come to the end. */
export async function placesAtEnd(ctx: Ctx, ref: string, count: number): Promise<number[]> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(order_key), 0)::float8 as last from todo where flame_id = ${ref}`.execute(ctx.db)
  return Array.from({ length: count }, (_, index) => (rows[0]?.last ?? 0) + (index + 1) * gap)
}

/** Right beside the to-do that is named; undefined when none is, or when it is not there any more. */
export async function placeBeside(ctx: Ctx, ref: string, place: Place, anew = false): Promise<number | undefined> {
  const beside = place.beforeRef ?? place.afterRef
  if (!beside) return undefined
  const { rows } = await sql<{ id: string; at: number }>`
    select id, order_key::float8 as at from todo where flame_id = ${ref} order by order_key, id`.execute(ctx.db)
  const index = rows.findIndex(({ id }) => id === beside)
  if (index < 0) return undefined
  const next = place.beforeRef ? index : index + 1
  const above = rows[next - 1]?.at ?? (rows[0]?.at ?? 0) - 2 * gap
  const below = rows[next]?.at ?? above + 2 * gap
  const middle = Math.floor((above + below) / 2)
  if (middle > above && middle < below) return middle
  if (anew) throw new Error('to-dos that were numbered anew stand too close')
  await sql`
    update todo set order_key = numbered.row * ${gap}
      from (select id, row_number() over (order by order_key, id) as row from todo where flame_id = ${ref}) numbered
     where todo.id = numbered.id`.execute(ctx.db)
  return placeBeside(ctx, ref, place, true)
}
