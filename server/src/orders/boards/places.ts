import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { BoardKind } from '#contract/orders/boards'
import type { StepRequirement } from '#contract/orders/step-requirements'
import { seenBy } from '../../db/assigned.ts'
import { preparedStatement } from '../../db/db.ts'
import { gap } from '../../db/places.ts'
import type { DB } from '../../db/schema.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'

/** A table of cards, and the kind of board they are on. */
export interface Kind {
  readonly table: string
  readonly kind: BoardKind
}

/** A step, and the places that a card can take in it. */
export interface Spot {
  readonly stepId: string
  /** The step and the steps on the way to it that require something. */
  readonly gates: readonly Gate[]
  /** Place above all other cards. */
  readonly top: number
  /** Place directly above or below the named card; null if none was named or it is not in the step. */
  readonly beside: number | null
}

export interface Gate {
  readonly id: string
  readonly title: string
  readonly requires: readonly StepRequirement[]
}

export interface Wanted {
  readonly taskboardRef: string
  /** The first step of the board if omitted. */
  readonly step?: string | undefined
  readonly beforeRef?: string | null | undefined
  readonly afterRef?: string | null | undefined
}

export interface Found {
  readonly id: string | null
  readonly gates: readonly Gate[]
  readonly top: number | null
  /** Places of the named card and of its neighbour. */
  readonly place: number | null
  readonly next: number | null
}

/** Returns where a card goes that is added to a board or moved on it. Errors: VALIDATION. */
export async function findSpot(ctx: Ctx, kind: Kind, wanted: Wanted, cardId: string | null): Promise<Spot> {
  const { rows } = await sql<Found>`${preparedStatement} ${spotQuery(ctx, kind, wanted, cardId)}`.execute(ctx.db)
  return spotOf(ctx, kind, rows[0], wanted, cardId)
}

export function spotQuery(ctx: Ctx, { table, kind }: Kind, wanted: Wanted, cardId: string | null) {
  const { taskboardRef, step = null, beforeRef = null, afterRef = null } = wanted
  const cards = sql.table(table)
  return sql`
    select s.id, ${gatesQuery(table, cardId)} as gates, (select min(f.place) from ${cards} f where ${isOpenInStep}) as top, named.place, named.next
      from blackboard b
      left join blackboard_step s on s.blackboard_id = b.id and s.id = coalesce(${step}::uuid, s.id)
      left join lateral (
        select f.place, coalesce(${next(table, 'above', cardId)}, f.place - 2 * ${gap}::bigint) as next, 1 as choice
          from ${cards} f where f.id = ${beforeRef} and f.id is distinct from ${cardId}::uuid and ${isOpenInStep}
        union all
        select f.place, coalesce(${next(table, 'below', cardId)}, f.place + 2 * ${gap}::bigint), 2
          from ${cards} f where f.id = ${afterRef} and f.id is distinct from ${cardId}::uuid and ${isOpenInStep}
        order by choice limit 1) as named on true
     where b.id = ${taskboardRef} and b.kind = ${sql.lit(kind)} and ${seenBy('blackboard', sql`b.id`, ctx.actor)}
     order by s.position limit 1`
}

/**
 * Query for the steps that a card passes on its way into the step `s`: none if it moves backwards; every step from the
 * first one on if it comes from another board.
 */
const gatesQuery = (table: string, cardId: string | null) => sql`(
  select coalesce(json_agg(json_build_object('id', g.id, 'title', g.title, 'requires', g.requires) order by g.position), '[]')
    from blackboard_step g
   where g.blackboard_id = s.blackboard_id and g.requires <> '{}' and g.position <= s.position
     and g.position > coalesce((
       select own.position from ${sql.table(table)} f join blackboard_step own on own.id = f.step_id
        where f.id = ${cardId}::uuid and own.blackboard_id = s.blackboard_id), -1))`

export async function spotOf(
  ctx: Ctx,
  kind: Kind,
  found: Found | undefined,
  wanted: Wanted,
  cardId: string | null,
): Promise<Spot> {
  if (!found?.id) fail('VALIDATION', { fields: [{ path: found ? 'step' : 'taskboardRef', invalid: 'unknownRef' }] })
  const { id: stepId, gates, place, next: neighbour } = found
  const top = (found.top ?? gap) - gap
  if (place === null || neighbour === null) return { stepId, gates, top, beside: null }
  if (Math.abs(neighbour - place) > 1) {
    return { stepId, gates, top, beside: Math.floor((neighbour + place) / 2) }
  }
  if (!(await spreadAround(ctx.db, kind.table, stepId, place))) await renumber(ctx.db, kind.table, stepId)
  return findSpot(ctx, kind, wanted, cardId)
}

const isOpenInStep = sql`f.step_id = s.id and f.archived_at is null and f.deleted_at is null`

/** Returns a query for the place of the next card above or below `f`, other than the one that moves. */
function next(table: string, side: 'above' | 'below', cardId: string | null): RawBuilder<unknown> {
  const [compare, order] = side === 'above' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  return sql`(
    select o.place from ${sql.table(table)} o
     where o.step_id = f.step_id and o.archived_at is null and o.deleted_at is null
       and o.id is distinct from ${cardId}::uuid and (o.place, o.id) ${compare} (f.place, f.id)
     order by o.place ${order}, o.id ${order} limit 1)`
}

/**
 * Spreads the nearest cards evenly between the outermost of them; returns false if these are too close together. Only
 * cards near the place are renumbered, because every update is written to history and sent to clients.
 */
async function spreadAround(db: Kysely<DB>, table: string, stepId: string, place: number): Promise<boolean> {
  const cards = sql`${sql.table(table)} f where f.step_id = ${stepId} and f.archived_at is null and f.deleted_at is null`
  const { rows } = await sql`
    with near as (
      (select f.id, f.place from ${cards} and f.place <= ${place} order by f.place desc, f.id desc limit ${nearest})
      union all
      (select f.id, f.place from ${cards} and f.place > ${place} order by f.place, f.id limit ${nearest})),
    numbered as (
      select id, min(place) over () as first, row_number() over (order by place, id) - 1 as row,
             (max(place) over () - min(place) over ()) / greatest(count(*) over () - 1, 1) as apart
        from near)
    update ${sql.table(table)} own set place = first + row * apart
      from numbered where own.id = numbered.id and own.place <> first + row * apart and apart >= ${gap / 2 ** 10}
    returning own.id`.execute(db)
  return rows.length > 0
}
const nearest = 16

async function renumber(db: Kysely<DB>, table: string, stepId: string): Promise<void> {
  await sql`
    update ${sql.table(table)} own set place = numbered.place
      from (select f.id, row_number() over (order by f.place, f.id) * ${gap}::bigint as place
              from ${sql.table(table)} f
             where f.step_id = ${stepId} and f.archived_at is null and f.deleted_at is null) as numbered
     where own.id = numbered.id`.execute(db)
}
