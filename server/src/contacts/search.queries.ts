import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ContactColumn, ContactRow, ContactSearch } from '#contract/contacts/contacts'
import { countryCodes } from '#contract/contacts/countries'
import type { Language } from '#contract/limits'
import type { DB } from '../db/schema.ts'
import { isHeld } from '../db/words.ts'
import {
  conditions,
  enteredThen,
  holds,
  holdsEitherWay,
  holdsStreet,
  inSomeSpelling,
  mostHits,
  named,
  shortWalk,
} from './contacts.queries.ts'
import { phoneNeedle } from './phone.ts'
import { type ContactWords, contactWords } from './words.ts'

type Db = Kysely<DB>

/** Number of cards per row of the result: some kilobytes of text. */
const cardsInPart = 50

interface Part {
  /** Cards as comma-separated JSON texts. */
  cards: string
  found: number
  /** Whether the search had more hits than were read; the cards are then not the page. */
  isCut: boolean
}

/**
 * Returns the cards of a page in parts and how many were found: one more than the page size if there are more.
 * `language` orders columns that show names, such as countries.
 */
export async function findCards(db: Db, search: ContactSearch, language: Language): Promise<Part[]> {
  const { rows } = await searchQuery(search, language).execute(db)
  return rows.some(({ isCut }) => isCut) ? (await afterFew(search).execute(db)).rows : rows
}

/** Returns the first query of `findCards`; exported for the benchmark. */
export function searchQuery(search: ContactSearch, language: Language): RawBuilder<Part> {
  if (isFromLast(search)) return partsOf(search, pageByName(search, fromLast))
  if (!isByName(search)) return partsOf(search, pageByColumns(search, language))
  if (!hasTexts(search) && !enteredThen(search)) return partsOf(search, pageByName(search))
  return isNeverCut(search) || wantedOf(search) > mostHits ? afterFew(search) : fewQuery(search)
}

/**
 * Returns the query for searches with many hits. It does not walk the sort order for a surname, whose hits are next to
 * each other in it, nor for a page far from the beginning.
 */
const afterFew = (search: ContactSearch) =>
  isSurnameAlone(search) || wantedOf(search) > farthest ? allQuery(search) : manyQuery(search)
const farthest = 10_000

const isByName = ({ sort, columnFilters }: ContactSearch) =>
  sort.every(({ column, descending }) => column === 'name' && !descending) && Object.keys(columnFilters).length === 0

/** Whether all contacts are listed in descending order of their names, which the index serves backwards. */
const isFromLast = (search: ContactSearch) =>
  search.sort.length === 1 &&
  search.sort[0]?.descending === true &&
  isByName({ ...search, sort: search.sort.map(({ column }) => ({ column, descending: false })) }) &&
  !hasTexts(search) &&
  !enteredThen(search)

const partsOf = (search: ContactSearch, page: RawBuilder<unknown>) => sql<Part>`
  select coalesce(string_agg(card, ',' order by place) filter (where place <= ${search.pageSize}), '') as cards,
         count(*)::int as found, false as "isCut"
    from (${page}) as hits group by (place - 1) / ${sql.raw(String(cardsInPart))} order by min(place)`

const inOrder = sql`order by sort_key, contact_id`
const fromLast = sql`order by sort_key desc, contact_id desc`
/** Returns how many hits in order fill the page and tell whether there are more. */
const wantedOf = ({ page, pageSize }: ContactSearch) => page * pageSize + 1
const pageOf = ({ page, pageSize }: ContactSearch) => sql`limit ${pageSize + 1} offset ${(page - 1) * pageSize}`
const hitsOf = (search: ContactSearch, among?: RawBuilder<unknown>) =>
  sql`select s.sort_key, s.contact_id from contact_search s where ${conditions(search, among)}`
/** Looks the cards up one by one; otherwise the planner reads all cards for a page of a thousand. */
const card = sql`cross join lateral (select card from contact_listed where contact_id = p.contact_id offset 0) as k`
const withCards = (hits: RawBuilder<unknown>, order = inOrder) => sql`
  select k.card, p.place
    from (select contact_id, row_number() over (${order}) as place from (${hits}) as hit) as p ${card}`

const pageByName = (search: ContactSearch, order = inOrder) =>
  withCards(sql`${hitsOf(search)} ${order} ${pageOf(search)}`, order)

/**
 * Finds hits in texts by the index and sorts them, as long as they are few. If there are more than `mostHits`, a part
 * with `isCut` says so: then the first hits are near the beginning of the sort order, and `manyQuery` finds them.
 */
function fewQuery(search: ContactSearch): RawBuilder<Part> {
  const entered = enteredThen(search)
  const some = isSurnameAlone(search) ? sql`` : sql`limit ${mostHits + 1}`
  const isMore = (hits: string) => sql`(select count(*) from ${sql.ref(hits)}) > ${mostHits}`
  const isCut = [...(isSurnameAlone(search) ? [] : [isMore('hits')]), ...(entered ? [isMore('entered')] : [])]
  return sql<Part>`
    with ${entered ? sql`entered as materialized (${entered} limit ${mostHits + 1}),` : sql``}
    hits as materialized (${hitsOf(search, entered && sql`s.contact_id = any (array(select id from entered))`)} ${some})
    (${partsOf(search, withCards(sql`select * from hits ${inOrder} ${pageOf(search)}`))})
    union all select '', 0, true where ${sql.join(isCut, sql` or `)}`
}
/** Whether all hits are read however many they are, as for a surname alone. */
const isNeverCut = (search: ContactSearch) => isSurnameAlone(search) && !enteredThen(search)
const isSurnameAlone = (search: ContactSearch) => texts.every((name) => Boolean(search[name]) === (name === 'surname'))

/** Walks a short distance in sort order, and collects all hits if the walk does not fill the page. */
function manyQuery(search: ContactSearch): RawBuilder<Part> {
  const [wanted, entered] = [wantedOf(search), enteredItself(search)]
  const first = sql`select * from contact_search ${inOrder} limit ${Math.max(shortWalk, 4 * wanted)}`
  return sql<Part>`
    with walked as materialized (
      select s.sort_key, s.contact_id from (${first}) as s where ${conditions(search, entered)} ${inOrder} limit ${wanted}),
    others as materialized (${hitsOf(search, entered)} and (select count(*) < ${wanted} from walked))
    ${partsOf(
      search,
      withCards(sql`
      select * from walked where (select count(*) = ${wanted} from walked) union all select * from others
      ${inOrder} ${pageOf(search)}`),
    )}`
}

/**
 * Returns a condition that checks each hit for the days of entry; it is used when many contacts were entered then, so
 * that the others need not be read.
 */
const enteredItself = (search: ContactSearch) => {
  const entered = enteredThen(search)
  return entered && sql`exists (select from (${entered}) entered where entered.id = s.contact_id offset 0)`
}

/**
 * Finds all hits by the index and then sorts them. Without this the planner walks through half the table for a surname:
 * the order begins with it, and all hits of «Weber» are at W.
 */
const allQuery = (search: ContactSearch) =>
  partsOf(
    search,
    withCards(
      sql`select * from (${unwalked(hitsOf(search, enteredItself(search)))}) as hits ${inOrder} ${pageOf(search)}`,
    ),
  )

/** Keeps the planner from using a sort order inside; unlike `materialized`, large results are not written to disk. */
const unwalked = (hits: RawBuilder<unknown>) => sql`${hits} offset 0`

const pageByColumns = (search: ContactSearch, language: Language) => sql`
  select k.card, p.place
    from (select contact_id, row_number() over () as place
            from (${idsByColumns(search, language)} ${pageOf(search)}) as ids) as p
   ${card}`

/** Returns how many contacts a search finds on all pages. */
export async function countFound(db: Db, search: ContactSearch, language: Language): Promise<number> {
  const found = isByName(search) ? hitsOf(search) : idsByColumns({ ...search, sort: [] }, language)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${found}) as found`.execute(db)
  return rows[0]?.count ?? 0
}

/** Yields every contact that a search finds, in order, for the export. The ids are read once, the cards in portions. */
export async function* cardsInOrder(
  db: Db,
  search: ContactSearch,
  language: Language,
): AsyncGenerator<{ card: string }> {
  const byName = sql`with hits as materialized (${hitsOf(search)}) select contact_id from hits ${inOrder}`
  const { rows } = await sql<{ contact_id: string }>`
    ${isByName(search) ? byName : idsByColumns(search, language)}`.execute(db)
  for (let from = 0; from < rows.length; from += portion) {
    const ids = rows.slice(from, from + portion).map((row) => row.contact_id)
    const cards = await sql<{ card: string }>`
      select k.card from unnest(${ids}::uuid[]) with ordinality as asked (id, place)
        join contact_listed k on k.contact_id = asked.id order by asked.place`.execute(db)
    yield* cards.rows
  }
}
const portion = 2000

// --- by what the columns show --------------------------------------------------------------------------------------

interface ListColumn {
  /** Column of `contact_order` that holds what the list shows, in the form it is sorted by. */
  readonly order: keyof DB['contact_order']
  /** Condition on `contact_search`: any address, e-mail address or number of the contact matches. */
  readonly held?: (typed: string) => RawBuilder<unknown>
  /** Condition that the value shown in the column itself matches, where the contact may have several. */
  readonly shown?: (typed: string | boolean) => RawBuilder<unknown>
}

const countryNames = (language: Language) => {
  const display = new Intl.DisplayNames(language, { type: 'region' })
  return Object.fromEntries(countryCodes.map((code) => [code, display.of(code) ?? code]))
}
/** Columns that show one of a closed list of values. */
type ListedColumn = {
  [Column in ContactColumn & keyof ContactRow]: NonNullable<ContactRow[Column]> extends infer Value
    ? [Value] extends [string]
      ? string extends Value
        ? never
        : Column
      : never
    : never
}[ContactColumn & keyof ContactRow]

/** Labels of such values; a missing column of this kind does not compile. */
const listed: {
  readonly [Column in ListedColumn]: (words: ContactWords) => Readonly<Record<NonNullable<ContactRow[Column]>, string>>
} = {
  salutation: (words) => words.salutation,
  customerType: (words) => words.customerType,
}

/** Returns the labels of a column's values if it shows one of a closed list. */
export const valueWords = (column: ContactColumn, words: ContactWords): Readonly<Record<string, string>> | undefined =>
  column in listed ? listed[column as ListedColumn](words) : undefined

/** Returns the labels that a column shows instead of its values, and is sorted by. */
const namesIn = (column: ContactColumn, language: Language) =>
  column === 'country' ? countryNames(language) : valueWords(column, contactWords[language])
const is = (column: keyof DB['contact_order']) => (value: unknown) => sql`o.${sql.ref(column)} = ${value}`
const begins = (column: keyof DB['contact_order']) => (typed: unknown) =>
  isHeld(sql`' ' || o.${sql.ref(column)}`, String(typed))
const eitherWay = (column: keyof DB['contact_order']) => (typed: unknown) =>
  holdsEitherWay(sql`o.${sql.ref(column)}`, String(typed))

/** How a list is sorted and filtered by each of its columns. */
const columns: Record<ContactColumn, ListColumn> = {
  name: { order: 'sort_key', held: named },
  customer: { order: 'customer', shown: is('customer') },
  salutation: { order: 'salutation', shown: is('salutation') },
  title: { order: 'title', shown: begins('title') },
  givenName: { order: 'given_name', held: (typed) => holds('given_name', typed) },
  surname: { order: 'surname', held: (typed) => holds('surname', typed) },
  company: { order: 'company', held: (typed) => holds('company', typed) },
  street: {
    order: 'street',
    held: (typed) => holds('street', typed),
    shown: (typed) => holdsStreet(sql`o.street_text`, String(typed)),
  },
  zipCode: { order: 'zip_code', held: (typed) => holds('zip_code', typed), shown: begins('zip_code') },
  city: { order: 'city', held: (typed) => holds('city', typed), shown: eitherWay('city_text') },
  country: { order: 'country', shown: is('country') },
  emailAddress: {
    order: 'email',
    held: (typed) => holds('email', typed),
    shown: (typed) => inSomeSpelling(String(typed), begins('email')),
  },
  phoneNumber: {
    order: 'phone',
    held: (typed) => holds('phone', phoneNeedle(typed)),
    shown: (typed) => sql`o.phone_text like needle(${phoneNeedle(String(typed))})`,
  },
  customerType: { order: 'customer_type', shown: is('customer_type') },
}

/** Returns the ids that a search finds, in order; the wide rows of `contact_search` are read only if needed. */
function idsByColumns(search: ContactSearch, language: Language): RawBuilder<{ contact_id: string }> {
  const { sort, columnFilters } = search
  const asked = Object.entries(columnFilters).map(([name, typed]) => ({ ...columns[name as ContactColumn], typed }))
  const inTexts = asked.flatMap(({ held, typed }) => (held && typed ? [held(String(typed))] : []))
  const inColumns = asked.flatMap(({ shown, typed }) => (shown && typed !== '' ? [shown(typed)] : []))
  const searched = inTexts.length > 0 || hasCriteria(search)
  const filters = [...(searched ? [conditions(search), ...inTexts] : []), ...inColumns]
  const sorted = sort.map((by) => ({ ...by, places: placesOf(by.column, language) }))
  const orders = sorted.map(({ column, descending, places }) => {
    const { order } = columns[column]
    const direction = descending ? sql`desc` : sql`asc`
    if (order === 'customer') return sql`o.customer ${direction}`
    if (places.length > 0) return sql`${sql.ref(`${column}_place.place`)} ${direction} nulls last`
    return sql`o.${sql.ref(order)} = '', o.${sql.ref(order)} ${direction}`
  })
  return sql`
    select o.contact_id from contact_order o
      ${searched ? sql`join contact_search s on s.contact_id = o.contact_id` : sql``} ${sql.join(
        sorted.flatMap(({ places }) => places),
        sql` `,
      )}
     where ${filters.length > 0 ? sql.join(filters, sql` and `) : sql`true`}
     order by ${sql.join([...orders, sql`o.sort_key`, sql`o.contact_id`])}`
}

const texts = [
  'text',
  'givenName',
  'surname',
  'company',
  'street',
  'zipCode',
  'city',
  'country',
  'emailAddress',
  'phoneNumber',
] as const satisfies (keyof ContactSearch)[]
const hasTexts = (search: ContactSearch) => texts.some((name) => Boolean(search[name]))

const notCriteria = ['page', 'pageSize', 'sort', 'columnFilters']
const hasCriteria = (search: ContactSearch) =>
  Object.entries(search).some(([name, value]) => !notCriteria.includes(name) && Boolean(value))

/** Returns a join that ranks each value by its label. */
function placesOf(column: ContactColumn, language: Language): RawBuilder<unknown>[] {
  const names = namesIn(column, language)
  if (!names) return []
  const collator = new Intl.Collator(language)
  const codes = Object.entries(names)
    .sort(([, one], [, other]) => collator.compare(one, other))
    .map(([code]) => code)
  const name = sql.ref(`${column}_place`)
  return [
    sql`left join unnest(${codes}::text[]) with ordinality as ${name} (code, place)
      on ${name}.code = o.${sql.ref(columns[column].order)}`,
  ]
}
