import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits'
import { type FlameSearch, without } from '#contract/orders/flame-search'
import type { FlameCard } from '#contract/orders/flames'
import { contactsWith } from '../../contacts/contacts.ts'
import { betweenDays } from '../../db/days.ts'
import { isHeld, wordsOf } from '../../db/words.ts'
import type { JsonText } from '../../http/answers.ts'
import { actorId, type Ctx } from '../../http/context.ts'
import {
  areMany,
  type FoundRow,
  firstOfFew,
  foundPage,
  type Places,
  some,
  stepsOf,
  type Way,
} from '../boards/boards.ts'
import { card, flameFrom, flameInStep, isOpen, seen } from './flames.queries.ts'
import { looksAfter, whoIsAway, withStandIn } from './proxies.ts'
import { cardSorts, inOrder, sorts } from './sort-flames.ts'

type Away = Awaited<ReturnType<typeof whoIsAway>>

interface Found {
  flames: FlameCard[]
  total: number
  more: boolean
}

/** Returns the ways that are tried one after the other until one finds a page. */
function waysTo(search: FlameSearch): readonly Way[] {
  const few = isNarrow(search) ? (['FEW'] as const) : []
  return wordsOf(search.text ?? '').length > 0 ? ['WORDS', ...few, 'NEAR', 'HITS'] : [...few, 'IN_ORDER']
}

export async function searchFlames(ctx: Ctx, search: FlameSearch): Promise<JsonText<Found>> {
  const away = await whoIsAway(ctx)
  return foundPage<Found>('flames', search, waysTo(search), (way) => pageOf(ctx, search, away, way))
}

/** Returns the number of flames on all pages. */
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

const near = 2000

/** Whether the search has more criteria than words. */
const isNarrow = (search: FlameSearch) =>
  isNarrowBeside(search) || search.due || [...ofOrders, 'leftStepRef' as const].some((name) => search[name])
/** Whether it has criteria other than those of `narrowRows`. */
const isNarrowBeside = (search: FlameSearch) => narrowing.some((name) => search[name])
const narrowing = [
  'reminderFlames',
  'own',
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

async function pageOf(ctx: Ctx, search: FlameSearch, away: Away, way: Way): Promise<FoundRow> {
  const { page, pageSize, taskboardRef } = search
  const steps = taskboardRef ? [sql`f.step_id = any (${await stepsOf(ctx, taskboardRef)}::uuid[])`] : []
  const { parts, hits, isCut } = placesBy(way, ctx, search, [...conditions(ctx, search, away), ...steps])
  // A page has few rows, but with the join of stand-ins the planner would read all flames.
  const [shownCard, standIns] =
    away.length === 0 ? [sql`k.card`, sql``] : [card, sql`join flame f on f.id = numbered.id ${withStandIn}`]
  const { rows } = await sql<FoundRow>`
    ${parts.length > 0 ? sql`with ${sql.join(parts)}` : sql``}
    select coalesce(string_agg(${shownCard}, ',' order by row) filter (where row <= ${pageSize}), '') as cards,
           count(*)::int as found, ${isCut} as "isCut"
      from (select id, row_number() over () as row
              from (select id, key from ${hits} ${inOrder(search)}
                     limit ${pageSize + 1} offset ${(page - 1) * pageSize}) as ordered) as numbered
      join flame_card k on k.flame_id = numbered.id ${standIns}`.execute(ctx.db)
  return rows[0] ?? { cards: '', found: 0, isCut: false }
}

function placesBy(way: Way, ctx: Ctx, search: FlameSearch, all: readonly RawBuilder<unknown>[]): Places {
  const narrow = narrowRows(ctx, search)
  const isAmong = narrow ? [sql`f.id in (${narrow})`] : []
  const words = wordsOf(search.text ?? '')
  switch (way) {
    case 'WORDS': {
      const found = words.map(foundBy)
      const which = [sql`d.id = any (array(${firstOfFew(found)}))`, ...all, ...isAmong, ...words.map(holdsBeside)]
      return {
        parts: [...found.map(({ parts }) => parts), sql`hits as materialized (${hitsOf(search, which)})`],
        hits: sql`hits`,
        isCut: sql.join(
          found.map((one) => one.isCut),
          sql` and `,
        ),
      }
    }
    case 'FEW': {
      const found = narrow && !isNarrowBeside(search) ? foundIn(narrow) : undefined
      const which = [...all, ...(found ? [found.isAmong] : isAmong)]
      const isCut = sql.join([areMany(sql`few`), ...(found ? [areMany(sql`narrow`)] : [])], sql` or `)
      const those = [sql`not (${isCut})`, ...words.map(holdsBeside)]
      return {
        parts: [
          ...(found ? [found.parts] : []),
          sql`few as materialized (${hitsOf(search, which, isOfFlames(search) ? lookedUp : flameFrom)} ${some})`,
          sql`hits as materialized (select d.id, d.key from few d where ${sql.join(those, sql` and `)})`,
        ],
        hits: sql`hits`,
        isCut,
      }
    }
    case 'NEAR':
      return {
        parts: [],
        hits: sql`(${firstNear(search, [...all, ...isAmong, ...words.map(holdsBeside)])}) as listed`,
        isCut: sql`count(*) <= ${search.pageSize}`,
      }
    case 'HITS':
      return {
        parts: [sql`hits as materialized (${hitsOf(search, [...all, ...isAmong, ...words.map(isHolding)])})`],
        hits: sql`hits`,
        isCut: sql`false`,
      }
    default:
      return {
        parts: narrow ? [sql`narrow as materialized (${narrow})`] : [],
        hits: sql`(${firstInOrder(search, all, narrow !== undefined)}) as listed`,
        isCut: sql`false`,
      }
  }
}

/** Returns a query for all matching flames, with their sort keys. */
const hitsOf = (search: FlameSearch, which: readonly RawBuilder<unknown>[], from = flameFrom) => sql`
  select f.id, ${sorts[search.sort]} as key, d.search, d.contact_id from ${from}
   where ${sql.join([search.leftStepRef ? sql`f.deleted_at is null` : isIn[listsOf(search)[0]], ...which], sql` and `)}`

/** Whether all criteria are columns of the flame itself. */
const isOfFlames = (search: FlameSearch) => !search.due && !search.contactRef && !ofOrders.some((name) => search[name])

/** Joins dossier and contact of a flame `f` one by one; otherwise the planner reads all of them for some thousand. */
const besideFlame = sql`
  cross join lateral (select * from dossier where flame_id = f.id offset 0) as d
  cross join lateral (select * from contact where id = d.contact_id offset 0) as c`
const lookedUp = sql`${flameInStep} ${besideFlame}`

/**
 * Returns the first matching flames in the sort order of the stored cards of each list. The condition for narrow rows
 * is checked before the rest of a flame is read, and is no join, which would make the planner sort all of them.
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

/** Returns the matches among the first thousands of each list, looked up one by one, as many as the page needs. */
function firstNear(search: FlameSearch, which: readonly RawBuilder<unknown>[]) {
  const { page, pageSize, sort } = search
  const first = sql`${inOrder(search)} limit ${sql.lit(near + page * pageSize)}`
  const lists = listsOf(search).map((list) => {
    const from =
      sort === 'UPDATED'
        ? sql`select f.id, f.updated_at as key from flame f where ${isIn[list]} ${first}`
        : sql`select o.flame_id as id, ${cardSorts[sort]} as key from flame_card o where o.list = ${sql.lit(list)} ${first}`
    return sql`
      (select first.id, first.key from (${from}) as first
        cross join lateral (select * from flame where id = first.id offset 0) as f
        join blackboard_step s on s.id = f.step_id ${besideFlame}
        where ${sql.join([isIn[list], ...which], sql` and `)}
        ${inOrder(search)} limit ${page * pageSize + 1})`
  })
  return sql.join(lists, sql` union all `)
}

/** Returns the lists to search; flames that left a step may be in either. */
const listsOf = ({ archived, leftStepRef }: FlameSearch): readonly ['OPEN' | 'ARCHIVED', ...'ARCHIVED'[]] =>
  leftStepRef ? ['OPEN', 'ARCHIVED'] : [archived ? 'ARCHIVED' : 'OPEN']
const isIn = { OPEN: isOpen, ARCHIVED: sql`f.archived_at is not null and f.deleted_at is null` }

/** Returns how many due flames the caller looks after; counting stops at the limit of a page. */
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

/** Whether the search for due flames has no criterion that narrows it down faster. */
const isDueAlone = ({ due, archived, own, assigneeRef, contactRef, text }: FlameSearch) =>
  due && !archived && !own && !assigneeRef && !contactRef && !text

/** Returns a query for the flames behind a figure of the dashboards, from narrow tables. */
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

/** Returns the conditions of orders for open flames, which are not in `flame_order` yet. */
function asOrdered({ archivedFrom, archivedTo, productRef, country, customerType }: FlameSearch) {
  const all: RawBuilder<unknown>[] = betweenDays(sql`f.archived_at`, archivedFrom, archivedTo)
  if (productRef)
    all.push(sql`exists (select from dossier_article where flame_id = f.id and product_id = ${productRef})`)
  if (country) all.push(sql`${countryOf} = ${orNothing(country)}`)
  if (customerType) all.push(sql`coalesce(c.customer_type, '') = ${orNothing(customerType)}`)
  return all
}

/** Country of the delivery address, or else of the billing address. */
const countryOf = sql`coalesce(country_of(d.delivery_address_id), country_of(d.billing_address_id), '')`
const orNothing = (value: string) => (value === without ? '' : value)

/** Returns the condition that a flame `f` with its dossier `d` is due. */
const isDue = ({ now }: Pick<Ctx, 'now'>) =>
  sql`(f.reminder_at <= ${now} or not d.delivered
       and (d.pickup_date <= ${now} or d.self_pickup_at <= ${now} or d.delivery_date <= ${now}))`

/** Returns a query for the ids of open flames that are due; it counts many without reading their dossiers. */
export const dueFlames = ({ now }: Pick<Ctx, 'now'>) => sql`(
  select f.id from flame f where ${isOpen} and f.reminder_at <= ${now}
  union
  select flame_id from flame_pickup where not delivered and at <= ${now})`

/** Returns the condition that a word is in the dossier or its contact, checked row by row. */
const holdsBeside = (word: string) => sql`(
  ${isHeld(sql`d.search`, word)}
  or exists (select from (${contactsWith(word)}) as named where named.contact_id = d.contact_id offset 0))`

/** Like `holdsBeside` for queries that visit every hit: finds the rows of a rare word by indexes. */
const isHolding = (word: string) => sql`
  d.id = any (array(
    select id from dossier where ${isHeld(sql`search`, word)}
    union all
    select id from dossier where contact_id = any (array(${contactsWith(word)}))))`

/** Returns CTEs that find the dossiers with a word by indexes, and the name of the result. */
function foundBy(word: string, at: number) {
  const [name, every, contacts] = [sql.ref(`word_${at}`), sql.ref(`every_${at}`), sql.ref(`contacts_${at}`)]
  // The inner query has no limit, so that it is planned with the index; the outer limit ends it.
  const parts = sql`
    ${contacts} as materialized (select * from (${contactsWith(word)}) as named ${some}),
    ${every} as materialized (
      select id from dossier where ${isHeld(sql`search`, word)}
      union all
      select id from dossier where contact_id = any (array(select * from ${contacts}))),
    ${name} as materialized (select * from ${every} ${some})`
  return { name, parts, isCut: sql`(${areMany(name)} or ${areMany(contacts)})` }
}

/** Returns a CTE that reads narrow rows, and the condition that a flame is among them. */
function foundIn(narrow: RawBuilder<unknown>) {
  const parts = sql`narrow as materialized (select * from (${narrow}) as rows ${some})`
  const isAmong = sql`(f.id = any (array(select flame_id from narrow)) and not ${areMany(sql`narrow`)})`
  return { parts, isAmong }
}
