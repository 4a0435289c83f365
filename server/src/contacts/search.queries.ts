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

/** Cards that travel together from the database: some kilobytes of text. */
const cardsInPart = 50

interface Part {
  /** Cards as JSON texts, with commas between them. */
  cards: string
  found: number
  /** There are more hits than were looked at, so this is no page. */
  isCut: boolean
}

/**
 * The cards of a page in parts, and how many were found; one more than the page has where there are more. `language`
 * orders what is shown by its name, such as countries.
 */
export async function findCards(db: Db, search: ContactSearch, language: Language): Promise<Part[]> {
  const { rows } = await searchQuery(search, language).execute(db)
  return rows.some(({ isCut }) => isCut) ? (await afterFew(search).execute(db)).rows : rows
}

/** What `findCards` asks first, for the benchmark too. */
export function searchQuery(search: ContactSearch, language: Language): RawBuilder<Part> {
  if (isFromLast(search)) return partsOf(search, pageByName(search, fromLast))
  if (!isByName(search)) return partsOf(search, pageByColumns(search, language))
  if (!hasTexts(search) && !enteredThen(search)) return partsOf(search, pageByName(search))
  return isNeverCut(search) || wantedOf(search) > mostHits ? afterFew(search) : fewQuery(search)
}

/** The order is walked through neither for a surname, whose hits are all at one place of it, nor for a page that is far from its beginning. */
const afterFew = (search: ContactSearch) =>
  isSurnameAlone(search) || wantedOf(search) > farthest ? allQuery(search) : manyQuery(search)
const farthest = 10_000

const isByName = ({ sort, columnFilters }: ContactSearch) =>
  sort.every(({ column, descending }) => column === 'name' && !descending) && Object.keys(columnFilters).length === 0

/** All of them from the end of that order, which its index has as well. */
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
/** So many hits in order fill the page, and tell whether there are more. */
const wantedOf = ({ page, pageSize }: ContactSearch) => page * pageSize + 1
const pageOf = ({ page, pageSize }: ContactSearch) => sql`limit ${pageSize + 1} offset ${(page - 1) * pageSize}`
const hitsOf = (search: ContactSearch, among?: RawBuilder<unknown>) =>
  sql`select s.sort_key, s.contact_id from contact_search s where ${conditions(search, among)}`
/** Looked up one by one: the planner would rather read all cards for a page of a thousand. */
const card = sql`cross join lateral (select card from contact_listed where contact_id = p.contact_id offset 0) as k`
const withCards = (hits: RawBuilder<unknown>, order = inOrder) => sql`
  select k.card, p.place
    from (select contact_id, row_number() over (${order}) as place from (${hits}) as hit) as p ${card}`

const pageByName = (search: ContactSearch, order = inOrder) =>
  withCards(sql`${hitsOf(search)} ${order} ${pageOf(search)}`, order)

/**
 * Hits in texts are found by the index and ordered then, as long as they are few. Of texts that are found in many contacts the first in
 * order are near its beginning, so that these are looked for otherwise.
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
/** All hits of a surname are looked at, however many they are. */
const isNeverCut = (search: ContactSearch) => isSurnameAlone(search) && !enteredThen(search)
const isSurnameAlone = (search: ContactSearch) => texts.every((name) => Boolean(search[name]) === (name === 'surname'))

/** A short walk in order, and all hits where it does not come to the end of the page. */
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

/** That a contact was entered then, where many were: asked of each that is found, so that not all others are read. */
const enteredItself = (search: ContactSearch) => {
  const entered = enteredThen(search)
  return entered && sql`exists (select from (${entered}) entered where entered.id = s.contact_id offset 0)`
}

/**
 * All hits, found by the index and ordered then. Left to itself the planner walks in order through half the table for each surname:
 * the order begins with it, and all hits of «Weber» are at W.
 */
const allQuery = (search: ContactSearch) =>
  partsOf(
    search,
    withCards(
      sql`select * from (${unwalked(hitsOf(search, enteredItself(search)))}) as hits ${inOrder} ${pageOf(search)}`,
    ),
  )

/** The planner takes no order into it; unlike what is materialized, it is not written to the disk where it is much. */
const unwalked = (hits: RawBuilder<unknown>) => sql`${hits} offset 0`

const pageByColumns = (search: ContactSearch, language: Language) => sql`
  select k.card, p.place
    from (select contact_id, row_number() over () as place
            from (${idsByColumns(search, language)} ${pageOf(search)}) as ids) as p
   ${card}`

/** How many contacts a search finds, on all pages. */
export async function countFound(db: Db, search: ContactSearch, language: Language): Promise<number> {
  const found = isByName(search) ? hitsOf(search) : idsByColumns({ ...search, sort: [] }, language)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${found}) as found`.execute(db)
  return rows[0]?.count ?? 0
}

/** Every contact that a search finds, in order; for the export. Their ids are found out once, their cards read in portions. */
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
  /** In contact_order, where what the column shows is kept as it is ordered. */
  readonly order: keyof DB['contact_order']
  /** Where the search finds a filter: in any address, mail or number of the contact. */
  readonly held?: (typed: string) => RawBuilder<unknown>
  /** That the column itself shows it, where more than one could be held. */
  readonly shown?: (typed: string | boolean) => RawBuilder<unknown>
}

const countryNames = (language: Language) => {
  const display = new Intl.DisplayNames(language, { type: 'region' })
  return Object.fromEntries(countryCodes.map((code) => [code, display.of(code) ?? code]))
}
/** A column that shows one of a closed list of values. */
type ListedColumn = {
  [Column in ContactColumn & keyof ContactRow]: NonNullable<ContactRow[Column]> extends infer Value
    ? [Value] extends [string]
      ? string extends Value
        ? never
        : Column
      : never
    : never
}[ContactColumn & keyof ContactRow]

/** Words of such values. A column of them that is not here does not compile. */
const listed: {
  readonly [Column in ListedColumn]: (words: ContactWords) => Readonly<Record<NonNullable<ContactRow[Column]>, string>>
} = {
  salutation: (words) => words.salutation,
  customerType: (words) => words.customerType,
}

/** The words of the values that a column shows, where it shows one of a closed list. */
export const valueWords = (column: ContactColumn, words: ContactWords): Readonly<Record<string, string>> | undefined =>
  column in listed ? listed[column as ListedColumn](words) : undefined

/** What a column shows instead of what is kept: it is ordered by that. */
const namesIn = (column: ContactColumn, language: Language) =>
  column === 'country' ? countryNames(language) : valueWords(column, contactWords[language])
const is = (column: keyof DB['contact_order']) => (value: unknown) => sql`o.${sql.ref(column)} = ${value}`
const begins = (column: keyof DB['contact_order']) => (typed: unknown) =>
  isHeld(sql`' ' || o.${sql.ref(column)}`, String(typed))
const eitherWay = (column: keyof DB['contact_order']) => (typed: unknown) =>
  holdsEitherWay(sql`o.${sql.ref(column)}`, String(typed))

/** How a list is ordered by each of its columns, and filtered by what stands in it. */
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

/** The ids that a search finds, ordered. The wide rows of contact_search are read only where the search asks for them. */
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

/** Joins the place of each value among the names that are shown. */
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
