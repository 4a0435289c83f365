import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ContactColumn, ContactSearch } from '#contract/contacts/contacts'
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

interface ListColumn {
  /** In contact_order, where what the column shows is kept as it is ordered. */
  readonly order: keyof DB['contact_order']
  /** What is shown instead of what is kept, in a language: the column is ordered by that. */
  readonly named?: (language: Language) => Readonly<Record<string, string>>
  /** Where the search finds a filter: in any address, mail or number of the contact. */
  readonly held?: (typed: string) => RawBuilder<unknown>
  /** That the column itself shows it, where more than one could be held. */
  readonly shown?: (typed: string | boolean) => RawBuilder<unknown>
}

const countryNames = (language: Language) => {
  const display = new Intl.DisplayNames(language, { type: 'region' })
  return Object.fromEntries(countryCodes.map((code) => [code, display.of(code) ?? code]))
}
const is = (column: keyof DB['contact_order']) => (value: unknown) => sql`o.${sql.ref(column)} = ${value}`
const begins = (column: keyof DB['contact_order']) => (typed: unknown) =>
  sql`' ' || o.${sql.ref(column)} like needle(${typed})`
const eitherWay = (column: keyof DB['contact_order']) => (typed: unknown) =>
  holdsEitherWay(sql`o.${sql.ref(column)}`, String(typed))

/** How a list is ordered by each of its columns, and filtered by what stands in it. */
const columns: Record<ContactColumn, ListColumn> = {
  customer: { order: 'customer', shown: is('customer') },
  salutation: {
    order: 'salutation',
    named: (language) => contactWords[language].salutation,
    shown: is('salutation'),
  },
  title: { order: 'title', shown: begins('title') },
  givenName: { order: 'given_name', held: (typed) => holds('given_name', typed) },
  surname: { order: 'surname', held: (typed) => holds('surname', typed) },
  company: { order: 'company', held: (typed) => holds('company', typed) },
  street: { order: 'street', held: (typed) => holds('street', typed), shown: eitherWay('street_text') },
  zipCode: { order: 'zip_code', held: (typed) => holds('zip_code', typed), shown: begins('zip_code') },
  city: { order: 'city', held: (typed) => holds('city', typed), shown: eitherWay('city_text') },
  country: { order: 'country', named: countryNames, shown: is('country') },
  emailAddress: { order: 'email', held: (typed) => holds('email', typed), shown: begins('email') },
  phoneNumber: {
    order: 'phone',
    held: (typed) => holds('phone', phoneNeedle(typed)),
    shown: (typed) => sql`o.phone_text like needle(${phoneNeedle(String(typed))})`,
  },
  customerType: {
    order: 'customer_type',
    named: (language) => contactWords[language].customerType,
    shown: is('customer_type'),
  },
}

/** The ids that a search finds, ordered. The wide rows of contact_search are read only where the search asks for them. */
function idsByColumns(search: ContactSearch, language: Language): RawBuilder<{ contact_id: string }> {
  const { sort, columnFilters } = search
  const asked = Object.entries(columnFilters).map(([name, typed]) => ({ ...columns[name as ContactColumn], typed }))
  const inTexts = asked.flatMap(({ held, typed }) => (held && typed ? [held(String(typed))] : []))
  const inColumns = asked.flatMap(({ shown, typed }) => (shown && typed !== '' ? [shown(typed)] : []))
  const searched = inTexts.length > 0 || hasCriteria(search)
  const filters = [...(searched ? [conditions(search), ...inTexts] : []), ...inColumns]
  const orders = sort.map(({ column, descending }) => {
    const { order, named } = columns[column]
    const direction = descending ? sql`desc` : sql`asc`
    if (order === 'customer') return sql`o.customer ${direction}`
    if (named) return sql`${sql.ref(`${column}_place.place`)} ${direction} nulls last`
    return sql`o.${sql.ref(order)} = '', o.${sql.ref(order)} ${direction}`
  })
  const places = sort.flatMap(({ column }) => placesOf(column, language))
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
function placesOf(column: ContactColumn, language: Language): RawBuilder<unknown>[] {
  const { order, named } = columns[column]
  if (!named) return []
  const collator = new Intl.Collator(language)
  const codes = Object.entries(named(language))
    .sort(([, one], [, other]) => collator.compare(one, other))
    .map(([code]) => code)
  const name = sql.ref(`${column}_place`)
  return [
    sql`left join unnest(${codes}::text[]) with ordinality as ${name} (code, place)
      on ${name}.code = o.${sql.ref(order)}`,
  ]
}
