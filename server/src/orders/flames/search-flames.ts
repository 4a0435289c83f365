import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits'
import type { FlameSearch, flameSorts } from '#contract/orders/flame-search'
import type { FlameCard, FlamePickup } from '#contract/orders/flames'
import { contactsWith } from '../../contacts/contacts.ts'
import { startOfDay } from '../../db/days.ts'
import { wordsOf } from '../../db/words.ts'
import { JsonText } from '../../http/answers.ts'
import { actorId, type Ctx } from '../../http/context.ts'
import { card, flameFrom, isOpen, seen } from './flames.queries.ts'
import { looksAfter, whoIsAway, withStandIn } from './proxies.ts'

type Away = Awaited<ReturnType<typeof whoIsAway>>

interface Found {
  flames: FlameCard[]
  total: number
  more: boolean
}

interface FoundRow {
  cards: string
  found: number
  /** There are more hits than were looked at, so this is no page. */
  isCut: boolean
}

/**
 * What is narrowed down is found first and ordered then, up to some thousand flames: who looks through the order for what
 * few flames have reads all of them. Of more hits the first are near.
 */
export async function searchFlames(ctx: Ctx, search: FlameSearch): Promise<JsonText<Found>> {
  const { page, pageSize } = search
  const away = await whoIsAway(ctx)
  const few = isNarrow(search) ? await pageOf(ctx, search, away, true) : undefined
  const { cards, found } = !few || few.isCut ? await pageOf(ctx, search, away, false) : few
  const total = (page - 1) * pageSize + found
  return new JsonText(`{"flames":[`, cards, `],"total":${total},"more":${found > pageSize}}`)
}

const mostHits = 4000
const some = sql`limit ${mostHits + 1}`

const isNarrow = (search: FlameSearch) => narrowing.some((name) => search[name])
const narrowing = [
  'due',
  'reminderFlames',
  'own',
  'text',
  'assigneeRef',
  'unassigned',
  'contactRef',
  'taskboardRef',
  'stepRef',
  'archivedFrom',
  'archivedTo',
] as const satisfies (keyof FlameSearch)[]

async function pageOf(ctx: Ctx, search: FlameSearch, away: Away, isFew: boolean): Promise<FoundRow> {
  const { page, pageSize, descending, taskboardRef } = search
  const words = wordsOf(search.text ?? '')
  const found = isFew ? words.map(foundBy) : []
  const which = isFew ? found.map(({ isAmong }) => isAmong) : words.map(holds)
  const steps = taskboardRef ? [sql`f.step_id = any (${await stepsOf(ctx, taskboardRef)}::uuid[])`] : []
  const order = descending ? sql`desc` : sql`asc`
  // Only of a column that may be empty: an index does not have these last by itself.
  const inOrder = isNullable.has(search.sort) ? sql`${order} nulls last` : order
  const byId = search.sort === 'UPDATED' && descending ? sql`asc` : order
  // Few are ordered by what they have, many are taken in the order that their cards have.
  const ordered = isFew ? undefined : cardSorts[search.sort]
  const beside = ordered ? sql`join flame_card o on o.flame_id = f.id and o.list = ${listOf(search)}` : sql``
  const hits = sql`
    select f.id, ${ordered ?? sorts[search.sort]} as key from ${flameFrom} ${beside}
     where ${sql.join([...conditions(ctx, search, away), ...steps, ...which], sql` and `)}`
  const few = sql`hits as materialized (${hits} ${some})`
  const looked = [sql.ref('hits'), ...found.flatMap(({ name, contacts }) => [name, contacts])]
  const isCut = looked.map((name) => sql`(select count(*) > ${mostHits} from ${name})`)
  // The rows of a page are few, but the planner would read all flames for who is away.
  const [shownCard, standIns] =
    away.length === 0 ? [sql`k.card`, sql``] : [card, sql`join flame f on f.id = numbered.id ${withStandIn}`]
  const { rows } = await sql<FoundRow>`
    ${isFew ? sql`with ${sql.join([...found.map(({ parts }) => parts), few])}` : sql``}
    select coalesce(string_agg(${shownCard}, ',' order by row) filter (where row <= ${pageSize}), '') as cards,
           count(*)::int as found, ${isFew ? sql.join(isCut, sql` or `) : sql`false`} as "isCut"
      from (select id, row_number() over () as row
              from (${isFew ? sql`select * from hits` : hits} order by key ${inOrder}, id ${byId}
                     limit ${pageSize + 1} offset ${(page - 1) * pageSize}) as ordered) as numbered
      join flame_card k on k.flame_id = numbered.id ${standIns}`.execute(ctx.db)
  return rows[0] ?? { cards: '', found: 0, isCut: false }
}

/** By their ids, so that it is known how many flames stand in them. */
async function stepsOf(ctx: Ctx, board: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from blackboard_step where blackboard_id = ${board}`.execute(
    ctx.db,
  )
  return rows.map(({ id }) => id)
}

const isNullable: ReadonlySet<(typeof flameSorts)[number]> = new Set(['PICKUP_DATE', 'REMINDER'])
const sorts: Record<(typeof flameSorts)[number], RawBuilder<unknown>> = {
  UPDATED: sql`f.updated_at`,
  CREATED: sql`f.created_at`,
  PICKUP_DATE: sql`d.pickup_date`,
  REMINDER: sql`f.reminder_at`,
  CONTACT: sql`fold(c.full_name)`,
}

/** The same where an index has them in this order; those changed last are found by one of flames. */
const cardSorts: Partial<typeof sorts> = {
  CREATED: sql`o.created_at`,
  PICKUP_DATE: sql`o.pickup_date`,
  REMINDER: sql`o.reminder_at`,
  CONTACT: sql`o.contact_name`,
}
const listOf = ({ archived }: FlameSearch) => sql.lit(archived ? 'ARCHIVED' : 'OPEN')

/** How many due flames the caller looks after; more than a thousand are as good as a thousand. */
export async function countOwnDue(ctx: Ctx): Promise<{ count: number }> {
  const isOwn = looksAfter(actorId(ctx), await whoIsAway(ctx))
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from ${flameFrom} where ${isOpen} and ${isOwn} and ${isDue(ctx)} and ${seen(ctx)}
       limit ${limits.search.pageSize}) as due`.execute(ctx.db)
  return { count: rows[0]?.count ?? 0 }
}

function conditions(ctx: Ctx, search: FlameSearch, away: Away): RawBuilder<unknown>[] {
  const { archived, reminderFlames, due, own, assigneeRef, unassigned, contactRef, stepRef } = search
  const all = [archived ? sql`f.archived_at is not null and f.deleted_at is null` : isOpen, seen(ctx)]
  if (reminderFlames) all.push(sql`f.reminder_at <= ${ctx.now}`)
  if (due) all.push(isDue(ctx))
  if (own) all.push(looksAfter(actorId(ctx), away))
  if (assigneeRef) all.push(sql`f.assignee_id = ${assigneeRef}`)
  if (unassigned) all.push(sql`f.assignee_id is null`)
  if (contactRef) all.push(sql`d.contact_id = ${contactRef}`)
  if (stepRef) all.push(sql`f.step_id = ${stepRef}`)
  if (search.archivedFrom) all.push(sql`f.archived_at >= ${startOfDay(search.archivedFrom)}`)
  if (search.archivedTo) all.push(sql`f.archived_at < ${startOfDay(search.archivedTo, 1)}`)
  return all
}

/** Of a flame `f` with its dossier `d`. */
export const isDue = ({ now }: Pick<Ctx, 'now'>) =>
  sql`(f.reminder_at <= ${now} or not d.delivered
       and (d.pickup_date <= ${now} or d.self_pickup_at <= ${now} or d.delivery_date <= ${now}))`

/** The word stands in the head of the dossier, or in what its contact is found by. */
const holds = (word: string) => sql`(d.search like needle(${word}) or d.contact_id in (${contactsWith(word)}))`

/** The dossiers that hold a word, found by indexes: queries with their names, for a `with`. */
function foundBy(word: string, at: number) {
  const [name, contacts] = [sql.ref(`word_${at}`), sql.ref(`contacts_${at}`)]
  const parts = sql`
    ${contacts} as materialized (select * from (${contactsWith(word)}) as named ${some}),
    ${name} as materialized (
      select id from (
        select id from dossier where search like needle(${word})
        union all
        select id from dossier where contact_id = any (array(select * from ${contacts}))) as holding ${some})`
  // Of a word that stands in too many, nothing needs to be looked at.
  const isAmong = sql`(d.id = any (array(select id from ${name})) and (select count(*) <= ${mostHits} from ${name}))`
  return { name, contacts, parts, isAmong }
}

interface PickupSpan {
  readonly start: string
  readonly end: string
}

/** Pickups, self-pickups and deliveries of open flames, the earliest first. */
export async function listPickups(ctx: Ctx, { start, end }: PickupSpan): Promise<JsonText<FlamePickup[]>> {
  const [from, before] = [startOfDay(start), startOfDay(end, 1)]
  const dated = (kind: FlamePickup['kind'], column: string) => sql`
    select dossier.*, ${sql.lit(kind)} as kind, ${sql.ref(column)} as at from dossier
     where ${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${before}`
  const { rows } = await sql<{ pickups: string }>`
    select coalesce(string_agg(shown.entry, ',' order by d.at, f.id, d.kind), '') as pickups
      from (${dated('PICKUP', 'pickup_date')} union all ${dated('SELF_PICKUP', 'self_pickup_at')}
            union all ${dated('DELIVERY', 'delivery_date')}) as d
      -- one by one: the planner would rather walk through all flames
      join lateral (select * from flame where id = d.flame_id offset 0) as f on true
      join blackboard_step s on s.id = f.step_id
      join contact c on c.id = d.contact_id
      join flame_card k on k.flame_id = f.id
      left join forwarding_agency a on a.id = d.forwarding_agency_id
      left join lateral (
        select sum(quantity)::int as crates, sum(quantity * weight_in_kg)::float8 as weight
          from dossier_package where flame_id = f.id) as packed on true,
      lateral (
        select row_to_json(entry)::text as entry from (
          select f.id as "flameRef", s.blackboard_id as "taskboardRef", s.blackboard_id as "blackBoardRef",
                 f.step_id as step, f.version, d.kind, iso(d.at) as at, c.id as "contactRef",
                 c.full_name as "contactName", d.certificate_name as "certificateName",
                 d.sap_ordernumber as "sapOrdernumber", f.assignee_id as "assigneeRef",
                 d.forwarding_agency_id as "forwardingAgencyRef", coalesce(a.title, '') as "forwardingAgency",
                 coalesce(packed.crates, 0) as crates, coalesce(packed.weight, 0) as "weightInKg", d.delivered,
                 k.card::json -> 'lacks' as lacks) as entry) as shown
     where ${isOpen} and ${seen(ctx)}`.execute(ctx.db)
  return new JsonText('[', rows[0]?.pickups ?? '', ']')
}
