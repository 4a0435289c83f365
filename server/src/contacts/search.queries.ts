import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ContactColumn, ContactColumnFilters, ContactSearch } from '#contract/contacts/contacts'
import { countryCodes } from '#contract/contacts/countries'
import type { Language } from '#contract/limits'
import type { DB } from '../db/schema.ts'
import { conditions, holds, holdsEitherWay } from './contacts.queries.ts'
import { phoneNeedle } from './phone.ts'
import { contactWords } from './words.ts'

type Db = Kysely<DB>

/** Cards that travel together from the database: some kilobytes of text. */
const cardsInPart = 50

/**
 * The query behind `searchContacts`: the cards of the page as JSON texts in parts, and how many were found in each.
 * `language` orders what is shown by its name, such as countries.
 */
export const searchQuery = (search: ContactSearch, language: Language) => sql<{ cards: string; found: number }>`
  select coalesce(string_agg(card, ',' order by place) filter (where place <= ${search.pageSize}), '') as cards,
         count(*)::int as found
    from (${isByName(search) ? pageByName(search) : pageByColumns(search, language)}) as hits
   group by (place - 1) / ${sql.raw(String(cardsInPart))} order by min(place)`

const isByName = ({ sort, columnFilters }: ContactSearch) =>
  sort.length === 0 && Object.keys(columnFilters).length === 0

const pageOf = ({ page, pageSize }: ContactSearch) => sql`limit ${pageSize + 1} offset ${(page - 1) * pageSize}`

const pageByName = (search: ContactSearch) => sql`
  select card, row_number() over (order by sort_key, contact_id) as place
    from (select s.card, s.sort_key, s.contact_id from contact_search s where ${conditions(search)}
           order by s.sort_key, s.contact_id ${pageOf(search)}) as page`

const pageByColumns = (search: ContactSearch, language: Language) => sql`
  select shown.card, page.place
    from (select contact_id, row_number() over () as place
            from (${idsByColumns(search, language)} ${pageOf(search)}) as ids) as page
    join contact_search shown on shown.contact_id = page.contact_id`

/**
 * Every contact that a search finds, in order, read in portions; for the export. By name each portion begins behind the
 * last one; any other order is found out once, as ids.
 */
export async function* cardsInOrder(
  db: Db,
  search: ContactSearch,
  language: Language,
): AsyncGenerator<{ card: string }> {
  yield* isByName(search) ? cardsByName(db, search) : cardsByColumns(db, search, language)
}

const portion = 2000

async function* cardsByName(db: Db, search: ContactSearch) {
  let after = { sort_key: '', contact_id: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    const { rows } = await sql<{ card: string; sort_key: string; contact_id: string }>`
      select s.card, s.sort_key, s.contact_id from contact_search s
       where ${conditions(search)} and (s.sort_key, s.contact_id) > (${after.sort_key}, ${after.contact_id}::uuid)
       order by s.sort_key, s.contact_id limit ${portion}`.execute(db)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < portion) return
    after = last
  }
}

async function* cardsByColumns(db: Db, search: ContactSearch, language: Language) {
  const { rows } = await sql<{ contact_id: string }>`${idsByColumns(search, language)}`.execute(db)
  for (let from = 0; from < rows.length; from += portion) {
    const ids = rows.slice(from, from + portion).map((row) => row.contact_id)
    const cards = await sql<{ card: string }>`
      select s.card from unnest(${ids}::uuid[]) with ordinality as asked (id, place)
        join contact_search s on s.contact_id = asked.id order by asked.place`.execute(db)
    yield* cards.rows
  }
}

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
