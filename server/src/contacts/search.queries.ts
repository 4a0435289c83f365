import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ContactColumn, ContactColumnFilters, ContactSearch } from '#contract/contacts/contacts'
import { countryCodes } from '#contract/contacts/countries'
import type { Language } from '#contract/limits'
import type { DB } from '../db/schema.ts'
import { conditions, holds, holdsEitherWay, mostHits } from './contacts.queries.ts'
import { phoneNeedle } from './phone.ts'
import { contactWords } from './words.ts'

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
  return rows.some(({ isCut }) => isCut) ? (await manyQuery(search).execute(db)).rows : rows
}

/** What `findCards` asks first, for the benchmark too. */
export function searchQuery(search: ContactSearch, language: Language): RawBuilder<Part> {
  if (!isByName(search)) return partsOf(search, pageByColumns(search, language))
  if (!hasTexts(search)) return partsOf(search, pageByName(search))
  return wantedOf(search) > mostHits ? manyQuery(search) : fewQuery(search)
}

const isByName = ({ sort, columnFilters }: ContactSearch) =>
  sort.length === 0 && Object.keys(columnFilters).length === 0

const partsOf = (search: ContactSearch, page: RawBuilder<unknown>, isCut = sql`false`) => sql<Part>`
  select coalesce(string_agg(card, ',' order by place) filter (where place <= ${search.pageSize}), '') as cards,
         count(*)::int as found, ${isCut} as "isCut"
    from (${page}) as hits group by (place - 1) / ${sql.raw(String(cardsInPart))} order by min(place)`

const inOrder = sql`order by sort_key, contact_id`
/** So many hits in order fill the page, and tell whether there are more. */
const wantedOf = ({ page, pageSize }: ContactSearch) => page * pageSize + 1
const pageOf = ({ page, pageSize }: ContactSearch) => sql`limit ${pageSize + 1} offset ${(page - 1) * pageSize}`
const hitsOf = (search: ContactSearch) =>
  sql`select s.sort_key, s.contact_id from contact_search s where ${conditions(search)}`
/** Looked up one by one: the planner would rather read all cards for a page of a thousand. */
const card = sql`cross join lateral (select card from contact_listed where contact_id = p.contact_id offset 0) as k`
const withCards = (hits: RawBuilder<unknown>) => sql`
  select k.card, p.place
    from (select contact_id, row_number() over (${inOrder}) as place from (${hits}) as hit) as p ${card}`

const pageByName = (search: ContactSearch) => withCards(sql`${hitsOf(search)} ${inOrder} ${pageOf(search)}`)

/**
 * Hits in texts are found by the index and ordered then. Left to itself the planner walks in order through half the table
 * for each surname: the order begins with it, and all hits of «Weber» are at W. Of other texts that are found in many
 * contacts the first in order are near its beginning, so that these are looked for otherwise.
 */
const fewQuery = (search: ContactSearch) => sql<Part>`
  with hits as materialized (${hitsOf(search)} ${isSurnameAlone(search) ? sql`` : sql`limit ${mostHits + 1}`})
  ${partsOf(
    search,
    withCards(sql`select * from hits ${inOrder} ${pageOf(search)}`),
    isSurnameAlone(search) ? sql`false` : sql`(select count(*) from hits) > ${mostHits}`,
  )}`
const isSurnameAlone = (search: ContactSearch) => texts.every((name) => Boolean(search[name]) === (name === 'surname'))

/** A short walk in order, and all hits where it does not come to the end of the page. */
function manyQuery(search: ContactSearch): RawBuilder<Part> {
  const wanted = wantedOf(search)
  const first = sql`select * from contact_search ${inOrder} limit ${Math.max(shortWalk, 4 * wanted)}`
  return sql<Part>`
    with walked as materialized (
      select s.sort_key, s.contact_id from (${first}) as s where ${conditions(search)} ${inOrder} limit ${wanted}),
    others as materialized (${hitsOf(search)} and (select count(*) < ${wanted} from walked))
    ${partsOf(
      search,
      withCards(sql`
      select * from walked where (select count(*) = ${wanted} from walked) union all select * from others
      ${inOrder} ${pageOf(search)}`),
    )}`
}
const shortWalk = 6000

const pageByColumns = (search: ContactSearch, language: Language) => sql`
  select k.card, p.place
    from (select contact_id, row_number() over () as place
            from (${idsByColumns(search, language)} ${pageOf(search)}) as ids) as p
   ${card}`

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

const ordered = {
  customer: 'customer',
  salutation: 'salutation',
  title: 'title',
  givenName: 'given_name',
  surname: 'surname',
  company: 'company',
  street: 'street',
  zipCode: 'zip_code',
  city: 'city',
  country: 'country',
  emailAddress: 'email',
  phoneNumber: 'phone',
  customerType: 'customer_type',
} as const satisfies Record<ContactColumn, keyof DB['contact_order']>

/** Columns that show a name for what is kept; they are ordered by that name. */
const named = {
  salutation: (language) => contactWords[language].salutations,
  customerType: (language) => contactWords[language].customerTypes,
  country: (language) => {
    const display = new Intl.DisplayNames(language, { type: 'region' })
    return Object.fromEntries(countryCodes.map((code) => [code, display.of(code) ?? code]))
  },
} as const satisfies Partial<Record<ContactColumn, (language: Language) => Record<string, string>>>

const isNamed = (column: ContactColumn): column is keyof typeof named => column in named

/** The ids that a search finds, ordered. The wide rows of contact_search are read only where the search asks for them. */
function idsByColumns(search: ContactSearch, language: Language): RawBuilder<{ contact_id: string }> {
  const { sort, columnFilters } = search
  const inTexts = Object.entries(columnFilters).flatMap(([column, typed]) => heldBy(column as ContactColumn, typed))
  const asked = conditions(search)
  const searched = inTexts.length > 0 || hasCriteria(search)
  const filters = [...(searched ? [asked, ...inTexts] : []), ...shownFilters(columnFilters)]
  const orders = sort.map(({ column, descending }) => {
    const direction = descending ? sql`desc` : sql`asc`
    if (column === 'customer') return sql`o.customer ${direction}`
    if (isNamed(column)) return sql`${sql.ref(`${column}_place.place`)} ${direction} nulls last`
    return sql`o.${sql.ref(ordered[column])} = '', o.${sql.ref(ordered[column])} ${direction}`
  })
  const places = sort.flatMap(({ column }) => (isNamed(column) ? [placesOf(column, language)] : []))
  return sql`
    select o.contact_id from contact_order o
      ${searched ? sql`join contact_search s on s.contact_id = o.contact_id` : sql``} ${sql.join(places, sql` `)}
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
function placesOf(column: keyof typeof named, language: Language): RawBuilder<unknown> {
  const collator = new Intl.Collator(language)
  const codes = Object.entries<string>(named[column](language))
    .sort(([, one], [, other]) => collator.compare(one, other))
    .map(([code]) => code)
  const name = sql.ref(`${column}_place`)
  return sql`left join unnest(${codes}::text[]) with ordinality as ${name} (code, place)
    on ${name}.code = o.${sql.ref(ordered[column])}`
}

/** What the index of the search finds of a filter: in any address, mail or number of the contact. */
function heldBy(column: ContactColumn, typed: unknown): RawBuilder<unknown>[] {
  if (typeof typed !== 'string') return []
  if (
    column === 'givenName' ||
    column === 'surname' ||
    column === 'company' ||
    column === 'city' ||
    column === 'street'
  )
    return [holds(ordered[column], typed)]
  if (column === 'zipCode' || column === 'emailAddress') return [holds(ordered[column], typed)]
  return column === 'phoneNumber' ? [holds('phone', phoneNeedle(typed))] : []
}

/** That the column shows it too, where a contact has several of the kind. */
function shownFilters(filters: ContactColumnFilters): RawBuilder<unknown>[] {
  const { customer, salutation, title, street, zipCode, city, country, emailAddress, phoneNumber, customerType } =
    filters
  const all: RawBuilder<unknown>[] = []
  if (customer !== undefined) all.push(sql`o.customer = ${customer}`)
  if (salutation) all.push(sql`o.salutation = ${salutation}`)
  if (customerType) all.push(sql`o.customer_type = ${customerType}`)
  if (country) all.push(sql`o.country = ${country}`)
  if (title) all.push(sql`' ' || o.title like needle(${title})`)
  if (zipCode) all.push(sql`' ' || o.zip_code like needle(${zipCode})`)
  if (emailAddress) all.push(sql`' ' || o.email like needle(${emailAddress})`)
  if (street) all.push(holdsEitherWay(sql`o.street_text`, street))
  if (city) all.push(holdsEitherWay(sql`o.city_text`, city))
  if (phoneNumber) all.push(sql`o.phone_text like needle(${phoneNeedle(phoneNumber)})`)
  return all
}
