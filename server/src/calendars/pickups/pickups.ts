import { sql } from 'kysely'
import { isOver, type PickupDay, type PickupLoad } from '#contract/calendars/pickups'
import { dayOf, startOfDay } from '../../db/days.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { getFlame } from '../../orders/flames/flames.ts'
import { holidaysIn } from '../holidays/holidays.ts'

interface Span {
  readonly start: string
  readonly end: string
}

/** Number of days in which a free day is looked for, and the last day that can be entered. */
const farthestDays = 366
const lastDay = '2499-12-31'

/**
 * Returns the days of a span that have something to show: all of them where there are limits, which also hold for days
 * on which nothing leaves. Loads include all boards, because they share one yard.
 */
export async function listPickupDays(ctx: Ctx, span: Span): Promise<PickupDay[]> {
  const days = new Map<string, PickupDay>()
  const of = (day: string) => {
    const known = days.get(day) ?? { day, locked: false, holidays: [], loads: [] }
    days.set(day, known)
    return known
  }
  for (const day of await lockedIn(ctx, span)) days.set(day, { ...of(day), locked: true })
  for (const { day, ...holiday } of await holidaysIn(ctx, span)) of(day).holidays.push(holiday)
  for (const { day, ...load } of await loadsIn(ctx, span)) of(day).loads.push(load)
  const limits = await selectLimits(ctx)
  for (let day = span.start; limits.length > 0 && day <= span.end; day = addDays(day, 1)) {
    const { loads } = of(day)
    for (const limit of limits) if (!loads.some(isFor(limit))) loads.push({ ...limit, crates: 0, weightInKg: 0 })
    loads.sort(allFirst)
  }
  return [...days.values()].sort((a, b) => a.day.localeCompare(b.day))
}

/**
 * Returns the first working day that is neither locked nor a holiday of the yard and has room for what the flame
 * brings; null where there is none within a year, or before the last day that can be entered. Errors: NOT_FOUND.
 */
export async function nextFreeDay(ctx: Ctx, { after, flameRef }: { after: string; flameRef?: string | undefined }) {
  const span = { start: addDays(after, 1), end: earlier(addDays(after, farthestDays), lastDay) }
  const known = new Map((await listPickupDays(ctx, span)).map((day) => [day.day, day]))
  const brought = flameRef ? await broughtBy(ctx, flameRef) : undefined
  for (let day = span.start; day <= span.end; day = addDays(day, 1)) {
    const it = known.get(day)
    if (isWeekend(day) || it?.locked || it?.holidays.some(({ closesYard }) => closesYard)) continue
    if (!it?.loads.some((load) => isOver(withBrought(load, brought, day)))) return { day }
  }
  return { day: null }
}

interface Brought {
  readonly forwardingAgencyRef: string | null
  readonly crates: number
  readonly weightInKg: number
  /** Days on which the flame is counted already. */
  readonly days: readonly string[]
}

function withBrought<Load extends PickupLoad>(load: Load, brought: Brought | undefined, day: string): Load {
  if (!brought || brought.days.includes(day)) return load
  if (load.forwardingAgencyRef !== null && load.forwardingAgencyRef !== brought.forwardingAgencyRef) return load
  return { ...load, crates: load.crates + brought.crates, weightInKg: load.weightInKg + brought.weightInKg }
}

const isFor =
  ({ forwardingAgencyRef: ref }: Pick<PickupLoad, 'forwardingAgencyRef'>) =>
  ({ forwardingAgencyRef }: PickupLoad) =>
    forwardingAgencyRef === ref

const allFirst = (a: PickupLoad, b: PickupLoad) =>
  Number(a.forwardingAgencyRef !== null) - Number(b.forwardingAgencyRef !== null) ||
  a.forwardingAgency.localeCompare(b.forwardingAgency)

async function broughtBy(ctx: Ctx, flameRef: string): Promise<Brought> {
  await getFlame(ctx, flameRef)
  const { rows } = await sql<Brought>`
    select d.forwarding_agency_id as "forwardingAgencyRef", p.crates, p."weightInKg",
           array_remove(array[${dayOf(sql.ref('d.pickup_date'))}::text, ${dayOf(sql.ref('d.self_pickup_at'))}::text], null) as days
      from dossier d, lateral ${packed} as p where d.flame_id = ${flameRef}`.execute(ctx.db)
  return rows[0] ?? fail('NOT_FOUND')
}

async function lockedIn(ctx: Ctx, { start, end }: Span): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('locked_pickup_date')
    .select('locked_at')
    .where('locked_at', '>=', start)
    .where('locked_at', '<=', end)
    .execute()
  return rows.map(({ locked_at }) => locked_at)
}

async function selectLimits(ctx: Ctx) {
  const { rows } = await sql<Omit<PickupLoad, 'crates' | 'weightInKg'>>`
    select l.forwarding_agency_id as "forwardingAgencyRef", coalesce(a.title, '') as "forwardingAgency",
           l.max_crates as "maxCrates", l.max_weight_in_kg::float8 as "maxWeightInKg"
      from pickup_limit l left join forwarding_agency a on a.id = l.forwarding_agency_id`.execute(ctx.db)
  return rows
}

/** Number of crates of a dossier `d`, and their weight. */
const packed = sql`(
  select coalesce(sum(quantity), 0)::int as crates, coalesce(sum(quantity * weight_in_kg), 0)::float8 as "weightInKg"
    from dossier_package where flame_id = d.flame_id)`

/** Returns what leaves on each day: in total, and with each forwarding agency that has a limit. */
async function loadsIn(ctx: Ctx, { start, end }: Span): Promise<(PickupLoad & { day: string })[]> {
  const leaving = (column: string) => sql`
    select flame_id, forwarding_agency_id, ${dayOf(sql.ref(column))} as day from dossier
     where ${sql.ref(column)} >= ${startOfDay(start)} and ${sql.ref(column)} < ${startOfDay(end, 1)}`
  const { rows } = await sql<PickupLoad & { day: string }>`
    select leaving.day::text, leaving.agency as "forwardingAgencyRef", coalesce(a.title, '') as "forwardingAgency",
           leaving.crates, leaving."weightInKg", l.max_crates as "maxCrates", l.max_weight_in_kg::float8 as "maxWeightInKg"
      from (select d.day, d.forwarding_agency_id as agency, grouping(d.forwarding_agency_id) = 1 as "isAll",
                   sum(p.crates)::int as crates, round(sum(p."weightInKg")::numeric, 3)::float8 as "weightInKg"
              from (${leaving('pickup_date')} union ${leaving('self_pickup_at')}) as d
              join flame f on f.id = d.flame_id and f.archived_at is null and f.deleted_at is null,
                   lateral ${packed} as p
             group by grouping sets ((d.day), (d.day, d.forwarding_agency_id))) as leaving
      left join pickup_limit l on l.forwarding_agency_id is not distinct from leaving.agency
      left join forwarding_agency a on a.id = leaving.agency
     where leaving."isAll" or leaving.agency is not null and l.id is not null
     order by leaving.day, leaving."isAll" desc, a.title`.execute(ctx.db)
  return rows
}

const earlier = (one: string, other: string) => (one < other ? one : other)
const addDays = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
