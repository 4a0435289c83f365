import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { StepRequirement } from '#contract/orders/step-requirements'
import { seenBy } from '../../db/assigned.ts'
import { planned } from '../../db/db.ts'
import type { DB } from '../../db/schema.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { type LockedFlame, lockQuery, onlyOpen } from './lock.ts'

/** A step, and the places in it that a card can take. */
export interface Spot {
  readonly stepId: string
  /** The step and those on the way there, as far as they ask for something. */
  readonly gates: readonly Gate[]
  /** Above all others. */
  readonly top: number
  /** Right above or right below the card that was named; null when none was, or when it does not stand in the step. */
  readonly beside: number | null
}

interface Gate {
  readonly id: string
  readonly title: string
  readonly requires: readonly StepRequirement[]
}

interface Wanted {
  readonly taskboardRef: string
  /** Left out, the first one of the board. */
  readonly step?: string | undefined
  readonly beforeRef?: string | null | undefined
  readonly afterRef?: string | null | undefined
}

/** Between two cards, so that sixteen moves fit between them before the step is numbered anew. */
const gap = 65_536

/** Where a card goes that is new to a flame board of the caller's, or moves on it. Errors: VALIDATION. */
export async function findSpot(ctx: Ctx, wanted: Wanted, flameId: string | null = null): Promise<Spot> {
  const { rows } = await sql<Found>`${planned} ${spotQuery(ctx, wanted, flameId)}`.execute(ctx.db)
  return spotOf(ctx, rows[0], wanted, flameId)
}

/** Locks a flame that people work on and finds where it goes, at once. Errors: NOT_FOUND, IN_BIN, ARCHIVED. */
export async function lockForMove(
  ctx: Ctx,
  id: string,
  wanted: Wanted,
): Promise<{ flame: LockedFlame; spot(): Promise<Spot> }> {
  const { rows } = await sql<{ flame: LockedFlame; found: Found | null }>`${planned}
    select row_to_json(flame) as flame, row_to_json(spot) as found
      from (${lockQuery(ctx, id)}) as flame left join lateral (${spotQuery(ctx, wanted, id)}) as spot on true`.execute(
    ctx.db,
  )
  const { flame, found } = rows[0] ?? fail('NOT_FOUND')
  return { flame: onlyOpen(flame), spot: () => spotOf(ctx, found ?? undefined, wanted, id) }
}

function spotQuery(ctx: Ctx, wanted: Wanted, flameId: string | null) {
  const { taskboardRef, step = null, beforeRef = null, afterRef = null } = wanted
  return sql`
    select s.id, ${gatesQuery(flameId)} as gates, (select min(f.place) from flame f where ${isOpenInStep}) as top, named.place, named.next
      from blackboard b
      left join blackboard_step s on s.blackboard_id = b.id and s.id = coalesce(${step}::uuid, s.id)
      left join lateral (
        select f.place, coalesce(${next('above', flameId)}, f.place - 2 * ${gap}::int) as next, 1 as choice
          from flame f where f.id = ${beforeRef} and f.id is distinct from ${flameId}::uuid and ${isOpenInStep}
        union all
        select f.place, coalesce(${next('below', flameId)}, f.place + 2 * ${gap}::int), 2
          from flame f where f.id = ${afterRef} and f.id is distinct from ${flameId}::uuid and ${isOpenInStep}
        order by choice limit 1) as named on true
     where b.id = ${taskboardRef} and b.kind = 'FLAME' and ${seenBy('blackboard', sql`b.id`, ctx.actor)}
     order by s.position limit 1`
}

/**
 * What a card comes past on its way into the step `s`: from where it stands on the board, backwards nothing; from
 * elsewhere every step from the first one on.
 */
const gatesQuery = (flameId: string | null) => sql`(
  select coalesce(json_agg(json_build_object('id', g.id, 'title', g.title, 'requires', g.requires) order by g.position), '[]')
    from blackboard_step g
   where g.blackboard_id = s.blackboard_id and g.requires <> '{}' and g.position <= s.position
     and g.position > coalesce((
       select own.position from flame f join blackboard_step own on own.id = f.step_id
        where f.id = ${flameId}::uuid and own.blackboard_id = s.blackboard_id), -1))`

async function spotOf(ctx: Ctx, found: Found | undefined, wanted: Wanted, flameId: string | null): Promise<Spot> {
  if (!found?.id) fail('VALIDATION', { fields: [{ path: found ? 'step' : 'taskboardRef', invalid: 'unknownRef' }] })
  const { id: stepId, gates, place, next: neighbour } = found
  const top = (found.top ?? gap) - gap
  if (place === null || neighbour === null) return { stepId, gates, top, beside: null }
  if (Math.abs(neighbour - place) > 1) {
    return { stepId, gates, top, beside: Math.floor((neighbour + place) / 2) }
  }
  await numberAnew(ctx.db, stepId)
  return findSpot(ctx, wanted, flameId)
}

interface Found {
  readonly id: string | null
  readonly gates: readonly Gate[]
  readonly top: number | null
  /** Of the card that was named, and of the one beside it. */
  readonly place: number | null
  readonly next: number | null
}

const isOpenInStep = sql`f.step_id = s.id and f.archived_at is null and f.deleted_at is null`

/** The place of the next card above or below `f`, other than the one that moves. */
function next(side: 'above' | 'below', flameId: string | null): RawBuilder<unknown> {
  const [compare, order] = side === 'above' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  return sql`(
    select o.place from flame o
     where o.step_id = f.step_id and o.archived_at is null and o.deleted_at is null
       and o.id is distinct from ${flameId}::uuid and (o.place, o.id) ${compare} (f.place, f.id)
     order by o.place ${order}, o.id ${order} limit 1)`
}

async function numberAnew(db: Kysely<DB>, stepId: string): Promise<void> {
  await sql`
    update flame set place = numbered.place
      from (select f.id, row_number() over (order by f.place, f.id) * ${gap}::bigint as place
              from flame f where f.step_id = ${stepId} and f.archived_at is null and f.deleted_at is null) as numbered
     where flame.id = numbered.id`.execute(db)
}

/**
 * Errors: STEP_REQUIRES for a flame that has entered a step without what it and those on the way there require, unless
 * an admin gives a reason.
 */
export async function assertMayEnter(
  ctx: Ctx,
  flameId: string,
  { gates }: Spot,
  overrideReason?: string,
): Promise<void> {
  if (gates.length === 0) return
  const { rows } = await sql<{ lacks: StepRequirement[] }>`
    select lacks from flame_head where id = ${flameId}`.execute(ctx.db)
  const lacks = rows[0]?.lacks ?? []
  const steps = gates
    .map(({ requires, ...step }) => ({ ...step, missing: lacks.filter((one) => requires.includes(one)) }))
    .filter(({ missing }) => missing.length > 0)
  if (steps.length === 0) return
  const missing = lacks.filter((one) => steps.some((step) => step.missing.includes(one)))
  if (overrideReason === undefined || !ctx.actor.permissions.has('GENERAL_ADMIN_FUNCTIONS')) {
    fail('STEP_REQUIRES', { missing, steps })
  }
  await sql`
    update flame_step_change set missing = ${missing}, override_reason = ${overrideReason}
     where id = (select id from flame_step_change where flame_id = ${flameId} order by at desc, id desc limit 1)`.execute(
    ctx.db,
  )
}
