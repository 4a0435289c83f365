import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits'
import { type FlameSearch, type flameSorts, without } from '#contract/orders/flame-search'
import type { FlameCard, FlamePickup } from '#contract/orders/flames'
import { contactsWith } from '../../contacts/contacts.ts'
import { betweenDays, startOfDay } from '../../db/days.ts'
import { wordsOf } from '../../db/words.ts'
import { JsonText } from '../../http/answers.ts'
import { actorId, type Ctx } from '../../http/context.ts'
import { stepsOf } from '../boards/boards.ts'
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
  'productRef',
  'country',
  'customerType',
  'leftStepRef',
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
  const ordered = isFew || search.leftStepRef ? undefined : cardSorts[search.sort]
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
  const { reminderFlames, due, own, assigneeRef, unassigned, contactRef, stepRef, productRef, country, customerType } =
    search
  const all = [seen(ctx), ...placeOf(search)]
  if (reminderFlames) all.push(sql`f.reminder_at <= ${ctx.now}`)
  if (due) all.push(isDue(ctx))
  if (own) all.push(looksAfter(actorId(ctx), away))
  if (assigneeRef) all.push(sql`f.assignee_id = ${assigneeRef}`)
  if (unassigned) all.push(sql`f.assignee_id is null`)
  if (contactRef) all.push(sql`d.contact_id = ${contactRef}`)
  if (stepRef) all.push(sql`f.step_id = ${stepRef}`)
  if (productRef)
    all.push(sql`exists (select from dossier_article where flame_id = f.id and product_id = ${productRef})`)
  if (country) all.push(sql`${countryOf} = ${orNothing(country)}`)
  if (customerType) all.push(sql`coalesce(c.customer_type, '') = ${orNothing(customerType)}`)
  return [...all, ...betweenDays(sql`f.archived_at`, search.archivedFrom, search.archivedTo)]
}

/** Among the open or the archived ones, or wherever those are that left a step. */
function placeOf({ archived, leftStepRef, leftFrom, leftTo }: FlameSearch): RawBuilder<unknown>[] {
  if (!leftStepRef) return [archived ? sql`f.archived_at is not null and f.deleted_at is null` : isOpen]
  const left = [sql`from_step_id = ${leftStepRef}`, ...betweenDays(sql`at`, leftFrom, leftTo)]
  return [
    sql`f.deleted_at is null and f.id in (select flame_id from flame_step_change where ${sql.join(left, sql` and `)})`,
  ]
}

/** Where an order goes, or else where it is billed. */
const countryOf = sql`coalesce((select country from address where id = d.delivery_address_id),
                               (select country from address where id = d.billing_address_id), '')`
const orNothing = (value: string) => (value === without ? '' : value)

/** Of a flame `f` with its dossier `d`. */
const isDue = ({ now }: Pick<Ctx, 'now'>) =>
  sql`(f.reminder_at <= ${now} or not d.delivered
       and (d.pickup_date <= ${now} or d.self_pickup_at <= ${now} or d.delivery_date <= ${now}))`

/** The same of open flames, by their ids: to count many, their dossiers need not be read. */
export const dueFlames = ({ now }: Pick<Ctx, 'now'>) => sql`(
  select f.id from flame f where ${isOpen} and f.reminder_at <= ${now}
  union
  select flame_id from flame_pickup where not delivered and at <= ${now})`

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
  const { rows } = await sql<{ pickups: string }>`
    select coalesce(string_agg(p.entry, ',' order by p.at, p.flame_id, p.kind), '') as pickups
      from flame_pickup p
      -- one by one: the planner would rather walk through all flames
      join lateral (select step_id from flame where id = p.flame_id offset 0) as f on true
      join blackboard_step s on s.id = f.step_id
     where p.at >= ${startOfDay(start)} and p.at < ${startOfDay(end, 1)} and ${seen(ctx)}`.execute(ctx.db)
  return new JsonText('[', rows[0]?.pickups ?? '', ']')
}
