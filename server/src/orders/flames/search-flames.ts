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

/** How many there are, on all pages. */
export async function countFlames(ctx: Ctx, search: FlameSearch): Promise<{ count: number }> {
  const { taskboardRef, leftStepRef } = search
  const narrow = narrowRows(ctx, search)
  const which = [
    ...conditions(ctx, search, await whoIsAway(ctx)),
    leftStepRef ? sql`f.deleted_at is null` : isIn[listsOf(search)[0]],
    ...(taskboardRef ? [sql`f.step_id = any (${await stepsOf(ctx, taskboardRef)}::uuid[])`] : []),
    ...(narrow ? [sql`f.id in (${narrow})`] : []),
    ...wordsOf(search.text ?? '').map(isHolding),
  ]
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${flameFrom} where ${sql.join(which, sql` and `)}`.execute(ctx.db)
  return { count: rows[0]?.count ?? 0 }
}

const mostHits = 4000
const some = sql`limit ${mostHits + 1}`

const isNarrow = (search: FlameSearch) =>
  isNarrowBeside(search) || search.due || [...ofOrders, 'leftStepRef' as const].some((name) => search[name])
/** By what is not found in narrow rows. */
const isNarrowBeside = (search: FlameSearch) => narrowing.some((name) => search[name])
const narrowing = [
  'reminderFlames',
  'own',
  'text',
  'assigneeRef',
  'unassigned',
  'contactRef',
  'taskboardRef',
  'stepRef',
] as const satisfies (keyof FlameSearch)[]
const ofOrders = [
  'archivedFrom',
  'archivedTo',
  'productRef',
  'country',
  'customerType',
] as const satisfies (keyof FlameSearch)[]

async function pageOf(ctx: Ctx, search: FlameSearch, away: Away, isFew: boolean): Promise<FoundRow> {
  const { page, pageSize, taskboardRef } = search
  const narrow = narrowRows(ctx, search)
  const words = wordsOf(search.text ?? '')
  const found = isFew ? [...words.map(foundBy), ...(narrow && !isNarrowBeside(search) ? [foundIn(narrow)] : [])] : []
  const steps = taskboardRef ? [sql`f.step_id = any (${await stepsOf(ctx, taskboardRef)}::uuid[])`] : []
  const all = [...conditions(ctx, search, away), ...steps]
  const hits = isFew
    ? hitsOf(search, [
        ...all,
        ...found.map(({ isAmong }) => isAmong),
        ...(narrow && isNarrowBeside(search) ? [sql`f.id in (${narrow})`] : []),
      ])
    : firstInOrder(search, [...all, ...words.map(holds)], narrow !== undefined)
  const parts = isFew
    ? [...found.map((one) => one.parts), sql`hits as materialized (${hits} ${some})`]
    : narrow
      ? [sql`narrow as materialized (${narrow})`]
      : []
  const looked = [sql.ref('hits'), ...found.flatMap(({ names }) => names)]
  const isCut = looked.map((name) => sql`(select count(*) > ${mostHits} from ${name})`)
  // The rows of a page are few, but the planner would read all flames for who is away.
  const [shownCard, standIns] =
    away.length === 0 ? [sql`k.card`, sql``] : [card, sql`join flame f on f.id = numbered.id ${withStandIn}`]
  const { rows } = await sql<FoundRow>`
    ${parts.length > 0 ? sql`with ${sql.join(parts)}` : sql``}
    select coalesce(string_agg(${shownCard}, ',' order by row) filter (where row <= ${pageSize}), '') as cards,
           count(*)::int as found, ${isFew ? sql.join(isCut, sql` or `) : sql`false`} as "isCut"
      from (select id, row_number() over () as row
              from (select * from ${isFew ? sql`hits` : sql`(${hits}) as listed`} ${inOrder(search)}
                     limit ${pageSize + 1} offset ${(page - 1) * pageSize}) as ordered) as numbered
      join flame_card k on k.flame_id = numbered.id ${standIns}`.execute(ctx.db)
  return rows[0] ?? { cards: '', found: 0, isCut: false }
}

/** All that are asked for, to be ordered by what they have. */
const hitsOf = (search: FlameSearch, which: readonly RawBuilder<unknown>[]) => sql`
  select f.id, ${sorts[search.sort]} as key from ${flameFrom}
   where ${sql.join([search.leftStepRef ? sql`f.deleted_at is null` : isIn[listsOf(search)[0]], ...which], sql` and `)}`

/**
 * The first of them, in the order that the cards of each list have. Whether a flame is among narrow rows is known before the rest
 * of it is looked at, and no join, for which the planner would put all of them in order.
 */
function firstInOrder(search: FlameSearch, which: readonly RawBuilder<unknown>[], isNarrow: boolean) {
  const { page, pageSize, sort } = search
  const isAmong = isNarrow ? [sql`(o.flame_id in (select flame_id from narrow)) is true`] : []
  const lists = listsOf(search).map((list) => {
    const updated = isNarrow
      ? sql`join (select f.id as flame_id, f.updated_at from flame f where ${isIn[list]}) o on o.flame_id = f.id`
      : sql``
    const beside =
      sort === 'UPDATED' ? updated : sql`join flame_card o on o.flame_id = f.id and o.list = ${sql.lit(list)}`
    return sql`
      (select f.id, ${sort === 'UPDATED' && !isNarrow ? sorts.UPDATED : cardSorts[sort]} as key from ${flameFrom} ${beside}
        where ${sql.join([isIn[list], ...isAmong, ...which], sql` and `)}
        ${inOrder(search)} limit ${page * pageSize + 1})`
  })
  return sql.join(lists, sql` union all `)
}

/** Only of a column that may be empty: an index does not have these last by itself. */
function inOrder({ sort, descending }: FlameSearch) {
  const order = descending ? sql`desc` : sql`asc`
  const byId = sort === 'UPDATED' && descending ? sql`asc` : order
  return sql`order by key ${isNullable.has(sort) ? sql`${order} nulls last` : order}, id ${byId}`
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
const cardSorts: typeof sorts = {
  UPDATED: sql`o.updated_at`,
  CREATED: sql`o.created_at`,
  PICKUP_DATE: sql`o.pickup_date`,
  REMINDER: sql`o.reminder_at`,
  CONTACT: sql`o.contact_name`,
}
/** Those that left a step are anywhere since. */
const listsOf = ({ archived, leftStepRef }: FlameSearch): readonly ['OPEN' | 'ARCHIVED', ...'ARCHIVED'[]] =>
  leftStepRef ? ['OPEN', 'ARCHIVED'] : [archived ? 'ARCHIVED' : 'OPEN']
const isIn = { OPEN: isOpen, ARCHIVED: sql`f.archived_at is not null and f.deleted_at is null` }

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
  const { reminderFlames, due, own, assigneeRef, unassigned, contactRef, stepRef } = search
  const all: RawBuilder<unknown>[] = [seen(ctx)]
  if (reminderFlames) all.push(sql`f.reminder_at <= ${ctx.now}`)
  if (due && !isDueAlone(search)) all.push(isDue(ctx))
  if (own) all.push(looksAfter(actorId(ctx), away))
  if (assigneeRef) all.push(sql`f.assignee_id = ${assigneeRef}`)
  if (unassigned) all.push(sql`f.assignee_id is null`)
  if (contactRef) all.push(sql`d.contact_id = ${contactRef}`)
  if (stepRef) all.push(sql`f.step_id = ${stepRef}`)
  return [...all, ...(search.archived ? [] : asOrdered(search))]
}

/** Whose they are is known sooner than what is due of all. */
const isDueAlone = ({ due, archived, own, assigneeRef, contactRef, text }: FlameSearch) =>
  due && !archived && !own && !assigneeRef && !contactRef && !text

/** The flames of what the dashboards count, by its own rows: changes of a step, orders, or what is due. */
function narrowRows(ctx: Ctx, search: FlameSearch): RawBuilder<unknown> | undefined {
  const { archived, archivedFrom, archivedTo, productRef, country, customerType, leftStepRef } = search
  if (leftStepRef) {
    const days = betweenDays(sql`at`, search.leftFrom, search.leftTo)
    return sql`select flame_id from flame_step_change where ${sql.join([sql`from_step_id = ${leftStepRef}`, ...days], sql` and `)}`
  }
  if (isDueAlone(search)) return sql`select id as flame_id from ${dueFlames(ctx)} as due`
  if (!archived) return undefined
  if (!ofOrders.some((name) => search[name])) return undefined
  const all: RawBuilder<unknown>[] = betweenDays(sql`archived_at`, archivedFrom, archivedTo)
  if (productRef) all.push(sql`products @> array[${productRef}]::uuid[]`)
  if (country) all.push(sql`country = ${orNothing(country)}`)
  if (customerType) all.push(sql`customer_type = ${orNothing(customerType)}`)
  return sql`select flame_id from flame_order where ${sql.join(all, sql` and `)}`
}

/** The same of open flames, which are no orders yet. */
function asOrdered({ archivedFrom, archivedTo, productRef, country, customerType }: FlameSearch) {
  const all: RawBuilder<unknown>[] = betweenDays(sql`f.archived_at`, archivedFrom, archivedTo)
  if (productRef)
    all.push(sql`exists (select from dossier_article where flame_id = f.id and product_id = ${productRef})`)
  if (country) all.push(sql`${countryOf} = ${orNothing(country)}`)
  if (customerType) all.push(sql`coalesce(c.customer_type, '') = ${orNothing(customerType)}`)
  return all
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

/** The same for a count, which looks at every hit: of a rare word by indexes. */
const isHolding = (word: string) => sql`
  d.id = any (array(
    select id from dossier where search like needle(${word})
    union all
    select id from dossier where contact_id = any (array(${contactsWith(word)}))))`

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
  return { names: [name, contacts], parts, isAmong }
}

/** The same of narrow rows. */
function foundIn(narrow: RawBuilder<unknown>) {
  const parts = sql`narrow as materialized (select * from (${narrow}) as rows ${some})`
  const isAmong = sql`(f.id = any (array(select flame_id from narrow)) and (select count(*) <= ${mostHits} from narrow))`
  return { names: [sql.ref('narrow')], parts, isAmong }
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
