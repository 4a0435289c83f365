import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Contact, ContactRow, ContactSearch } from '#contract/contacts/contacts'
import { betweenDays, zurich } from '../db/days.ts'
import { queryByKey } from '../db/db.ts'
import { type LastQuery, lastQuery } from '../db/last-query.ts'
import { jsonPairs } from '../db/rows.ts'
import type { ContactCard } from '../db/schema/contacts.ts'
import type { DB } from '../db/schema.ts'
import { isHeld, needle, wordsOf } from '../db/words.ts'
import { JsonText } from '../http/answers.ts'
import type { Ctx } from '../http/context.ts'
import { addressColumns, contactColumns, phoneColumns } from './contact-fields.ts'
import { countryCode } from './countries.ts'
import { phoneNeedle } from './phone.ts'
import { relationsSeenBy } from './relations-seen-by.queries.ts'
import { spellingsOf } from './spellings/spellings.ts'

type Db = Kysely<DB>

// --- one contact ---------------------------------------------------------------------------------------------------

export const sharedColumn = {
  address: 'shared_address_id',
  email_address: 'shared_email_id',
  phone_number: 'shared_phone_id',
} as const
export type PartTable = keyof typeof sharedColumn

const contentJson = {
  address: (row: string) => sql`'contactRef', ${sql.ref(row)}.contact_id, ${jsonPairs(row, addressColumns)}`,
  email_address: (row: string) =>
    sql`'address', ${sql.ref(row)}.address, 'favorite', own.favorite, 'undeliverable', ${sql.ref(row)}.undeliverable`,
  phone_number: (row: string) => jsonPairs(row, phoneColumns),
}

/**
 * Returns the JSON of a row `own` as the API shows it. A row that shares another shows the content and the contact of
 * that row. The shared row is read by a subquery only where there is one: a join would slow down every contact, and few
 * share anything.
 */
export function partJson(table: PartTable): RawBuilder<unknown> {
  const shared = sql.ref(`own.${sharedColumn[table]}`)
  const json = (row: 'own' | 'shared', sharer: RawBuilder<unknown>) => sql`json_build_object(
    'id', own.id, 'version', own.version, ${contentJson[table](row)}, 'sharedByContactPersonRef', ${sharer})`
  return sql`case when ${shared} is null then ${json('own', sql`null`)}
    else (select ${json('shared', sql`shared.contact_id`)} from ${sql.table(table)} shared where shared.id = ${shared}) end`
}

const partsOf = (table: PartTable, order: RawBuilder<unknown>) => sql`coalesce(
  (select json_agg(${partJson(table)} order by ${order}) from ${sql.table(table)} own where own.contact_id = c.id), '[]')`

const personsOf = (kind: string) => sql`case when exists (select from contact_person where contact_id = c.id)
  then contact_persons(c.id, ${sql.lit(kind)}) else '[]' end`

const isInRelation = sql`(exists (select from contact_relation where contact_id = c.id)
  or exists (select from contact_relation where other_id = c.id))`

/** Returns the check of a tax or customs number of a contact `c` as the API shows it. */
export const numberCheck = (name: 'uid' | 'eori') =>
  sql.raw(`json_build_object(
  'value', c.${name}, 'verified', c.${name}_state = 'CONFIRMED', 'state', c.${name}_state, 'source', c.${name}_source,
  'checkedAtUtc', iso(c.${name}_checked_at))`)

/** Returns a contact with everything on it as JSON, or undefined if there is none. */
export async function selectContact({ db, actor }: Ctx, id: string): Promise<JsonText<Contact> | undefined> {
  const [row] = (await db.executeQuery(queries(actor).select(db, id))).rows
  return row && new JsonText<Contact>(row.json)
}

/** Returns the last query of a call: it reads the contact that the transaction changed. */
export const changedContact = ({ db, actor }: Ctx, id: string): LastQuery<JsonText<Contact>> =>
  lastQuery(queries(actor).select(db, id), contactIn)

/**
 * Returns the last query of a call that added a contact: it writes the search columns once for all rows and reads the
 * contact. The contact has no relations yet, and persons are read only if it has any.
 */
export const madeContact = ({ db, actor }: Ctx, id: string, hasPersons: boolean): LastQuery<JsonText<Contact>> =>
  lastQuery(queries(actor)[hasPersons ? 'selectMade' : 'selectMadeAlone'](db, id), contactIn)

function contactIn(row: { json: string } | undefined): JsonText<Contact> {
  if (!row) throw new Error('a contact is gone in the transaction that wrote it')
  return new JsonText<Contact>(row.json)
}

const queriesOf = (withPurchases: boolean) => ({
  select: queryByKey((id) => contactQuery(id, { withPurchases })),
  selectMade: queryByKey((id) => withSearch(id, contactQuery(id, { withPurchases }))),
  selectMadeAlone: queryByKey((id) => withSearch(id, contactQuery(id, { withPurchases, isAlone: true }))),
})
const withSearch = (id: string, contact: RawBuilder<unknown>) => sql<{ json: string }>`
  select made.json, write_contact_search(array[${id}::uuid]), set_config('app.search_refresh', '', true)
    from (${contact}) as made`
const withPurchases = queriesOf(true)
const withoutPurchases = queriesOf(false)
const queries = (actor: Ctx['actor']) => (actor.permissions.has('FLAME_READ') ? withPurchases : withoutPurchases)

/** Returns the contact into which this one was merged. */
export async function selectSurvivor(ctx: Ctx, id: string): Promise<JsonText<Contact> | undefined> {
  const { rows } = await sql<{ survivor: string | null }>`select merged_into(${id}) as survivor`.execute(ctx.db)
  return rows[0]?.survivor ? selectContact(ctx, rows[0].survivor) : undefined
}

/**
 * Returns the query behind `selectContact`; exported for the benchmark. `withPurchases` is for callers who may see
 * orders; `isAlone` means no persons and no relations. Rare content is read by functions, because a subquery costs its
 * setup even where it finds nothing.
 */
export function contactQuery(id: string, { withPurchases = true, isAlone = false } = {}) {
  const others = (found: RawBuilder<unknown>) => (isAlone ? sql`'[]'::json` : found)
  return sql<{ json: string }>`
  select json_build_object(
    'id', c.id, 'version', c.version, 'fullName', c.full_name, ${jsonPairs('c', contactColumns)},
    'uidCheck', ${numberCheck('uid')}, 'eoriCheck', ${numberCheck('eori')},
    'latestPurchase', ${withPurchases ? sql`c.latest_purchase` : sql`null`},
    'addresses', ${partsOf('address', sql`own.id`)},
    'emailAddresses', ${partsOf('email_address', sql`own.favorite desc, own.id`)},
    'phoneNumbers', ${partsOf('phone_number', sql`own.id`)},
    'contactPersons', ${others(personsOf('CONTACT_PERSON'))},
    'externalContactPersons', ${others(personsOf('EXTERNAL_CONTACT_PERSON'))},
    'relations', ${others(sql`case when ${isInRelation} then (select coalesce(json_agg(seen), '[]')
      from (${relationsSeenBy(sql`c.id`)}) as seen) else '[]' end`)},
    'createdAtUtc', iso(c.created_at), 'updatedAtUtc', iso(c.updated_at), 'deletedAtUtc', iso(c.deleted_at))::text as json
  from contact c where c.id = ${id} and c.erased_at is null`
}

/** Returns who erased a contact and when, or undefined. */
export async function selectErasure(db: Db, id: string): Promise<{ at: string; by: string } | undefined> {
  const { rows } = await sql<{ at: string; by: string }>`
    select to_char(${zurich(sql`e.erased_at`)}, 'DD.MM.YYYY') as at, u.username as by
      from contact_erasure e join app_user u on u.id = e.erased_by where e.contact_id = ${id}`.execute(db)
  return rows[0]
}

/** Largest number of hits that are found by the index and then sorted; more are found by walking the sort order. */
export const mostHits = 4000
/** Number of contacts that are walked in sort order to fill a page before all hits are collected and sorted. */
export const shortWalk = 6000

// --- search --------------------------------------------------------------------------------------------------------

const textColumns = {
  givenName: 'given_name',
  surname: 'surname',
  company: 'company',
  street: 'street',
  zipCode: 'zip_code',
  city: 'city',
  emailAddress: 'email',
} as const satisfies Partial<Record<keyof ContactSearch, keyof DB['contact_search']>>

type SearchColumn = 'country' | 'phone' | (typeof textColumns)[keyof typeof textColumns]

/** Returns a query for the ids of contacts entered within the days of a search; undefined if it names no days. */
export function enteredThen({ createdFrom, createdTo }: ContactSearch): RawBuilder<unknown> | undefined {
  const days = betweenDays(sql`created_at`, createdFrom, createdTo)
  return days.length > 0
    ? sql`select id from contact where deleted_at is null and ${sql.join(days, sql` and `)}`
    : undefined
}

/** Returns the conditions of a search; `among` replaces the condition for contacts entered within its days. */
export function conditions(search: ContactSearch, among?: RawBuilder<unknown>): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = []
  for (const [field, column] of Object.entries(textColumns)) {
    const typed = search[field as keyof typeof textColumns]
    if (typed) all.push(holds(column, typed))
  }
  if (search.country) all.push(holds('country', countryCode(search.country)))
  if (search.phoneNumber) {
    const digits = phoneNeedle(search.phoneNumber)
    all.push(holds('phone', digits))
  }
  if (search.text) all.push(...anywhere(search.text))
  if (search.customer) all.push(sql`s.customer`)
  if (search.reseller) all.push(sql`s.reseller`)
  if (search.placeOfExperience) all.push(sql`s.place_of_experience`)
  const entered = enteredThen(search)
  if (entered) all.push(among ?? sql`s.contact_id in (${entered})`)
  const ofOneAddress = sameAddress(search)
  if (ofOneAddress) all.push(ofOneAddress)
  return all.length > 0 ? sql.join(all, sql` and `) : sql`true`
}

/**
 * Returns the condition that a search column contains what was typed. Text without a letter or digit gives the index
 * nothing to look for and finds nothing.
 */
export function holds(column: SearchColumn, typed: string, make = needle): RawBuilder<boolean> {
  if (!/[\p{L}\p{N}]/u.test(typed)) return sql`false`
  const value = sql.ref(`s.${column}`)
  // Only the domain of an e-mail address is searched in other spellings: «steuer@» must not find «stur@».
  if (column === 'email') return inSomeSpelling(typed, (one) => isHeld(value, one, make))
  return column === 'street' ? holdsStreet(value, typed, make) : holdsEitherWay(value, typed, make)
}

/** Applies `holdsOne` to what was typed and, for a complete address, to each of its spellings. */
export function inSomeSpelling(typed: string, holdsOne: (one: string) => RawBuilder<unknown>): RawBuilder<boolean> {
  const others = spellingsOf(typed).filter((one) => one !== typed.toLowerCase())
  return sql`(${sql.join([typed, ...others].map(holdsOne), sql` or `)})`
}

/** Returns the condition that a text of `search_text` contains what was typed, also with umlauts contracted. */
export function holdsEitherWay(value: RawBuilder<unknown>, typed: string, make = needle): RawBuilder<boolean> {
  const found = isHeld(value, typed, make)
  const drawn = drawnTogether(typed)
  return drawn === null ? found : sql<boolean>`(${found} or ${isHeld(value, drawn, make)})`
}

/** Like `holdsEitherWay` for a street, whose ending may be abbreviated: «Seestr. 1» is «Seestrasse 1». */
export function holdsStreet(value: RawBuilder<unknown>, typed: string, make = needle): RawBuilder<boolean> {
  const ways = ['strasse', 'str.'].map((ending) => typed.replace(streetEnding, ending))
  const all = [...new Set([typed, ...ways])].map((one) => holdsEitherWay(value, one, make))
  return sql<boolean>`(${sql.join(all, sql` or `)})`
}
const streetEnding = /(?<=\p{L}[\s-]?)str(asse|aße|\.|(?=\s))(?!\p{L})/iu

/**
 * Contracts spelt-out umlauts as `search_text` does, so that «Mueller-Bäumler» finds «Müller-Baeumler», and «Mueller» a
 * Muller. Null where nothing is spelt out, and for short words: «Joel» must not find every «Jol…».
 */
function drawnTogether(typed: string): string | null {
  const drawn = typed.replace(/([aou])e/gi, '$1')
  return drawn === typed || drawn.trim().length < 5 ? null : drawn
}

/** Returns one condition per word: the word is in any of the text columns. */
function anywhere(text: string, make = needle): RawBuilder<unknown>[] {
  return wordsOf(text).map((word) => {
    // «Nr417» is not a telephone number.
    const digits = /\p{L}/u.test(word) ? '' : phoneNeedle(word)
    const found = Object.values(textColumns).map((column) => holds(column, word, make))
    if (digits.length > 2) found.push(holds('phone', digits, make))
    return sql`(${sql.join(found, sql` or `)})`
  })
}

/** Returns the condition that every word is part of the given name, surname or company. */
export const named = (text: string): RawBuilder<unknown> =>
  allOf(
    wordsOf(text).map(
      (word) => sql`(${holds('given_name', word)} or ${holds('surname', word)} or ${holds('company', word)})`,
    ),
  )
/** Joins the conditions of the words; text without a word (no letter or digit) finds nothing. */
export const allOf = (words: readonly RawBuilder<unknown>[]) =>
  words.length > 0 ? sql.join([...words], sql` and `) : sql`false`

/** Returns a query for the ids of the contacts outside the bin that contain a word in any of their texts. */
export const contactsWith = (word: string, make = needle) =>
  sql`select s.contact_id from contact_search s where ${allOf(anywhere(word, make))}`

/** Returns the condition that a single address matches street, zip code, city and country, if several are searched. */
function sameAddress(search: ContactSearch): RawBuilder<unknown> | null {
  const columns = { street: 'street', zipCode: 'zip_code', city: 'city', country: 'country' } as const
  const asked = Object.entries(columns).filter(([field]) => search[field as keyof typeof columns])
  if (asked.length < 2) return null
  const matches = asked.map(([field, column]) => {
    const typed = search[field as keyof typeof columns] ?? ''
    const text = field === 'country' ? countryCode(typed) : typed
    const held = field === 'street' ? holdsStreet : holdsEitherWay
    return held(sql`search_text(content.${sql.ref(column)})`, text)
  })
  return sql`exists (select from address own join address content on content.id = coalesce(own.shared_address_id, own.id)
    where own.contact_id = s.contact_id and ${sql.join(matches, sql` and `)})`
}

/** Returns the cards of contacts outside the bin as JSON, in the order of the ids. */
export async function selectCards(db: Db, ids: readonly string[]): Promise<JsonText<ContactRow[]>> {
  const { rows } = await sql<{ cards: string }>`
    select coalesce(string_agg(k.card, ',' order by asked.place), '') as cards
      from unnest(${[...ids]}::uuid[]) with ordinality as asked (id, place)
      join contact_listed k on k.contact_id = asked.id`.execute(db)
  return new JsonText(`[${rows[0]?.cards ?? ''}]`)
}

/** `ContactRow`, if the card of the database has all of its fields; otherwise it does not compile. */
type Shown<Card extends Record<keyof ContactRow, unknown>> = Card extends unknown ? ContactRow : never
export type BinRow = Shown<ContactCard> & { deletedAtUtc: string }

/** Returns the latest thousand contacts in the bin as JSON. */
export async function selectBin(db: Db): Promise<JsonText<BinRow[]>> {
  const { rows } = await sql<{ cards: string }>`
    select coalesce(string_agg(
             left(row_to_json(f.card)::text, -1) || ',"deletedAtUtc":' || to_json(iso(c.deleted_at)) || '}', ',' order by c.deleted_at desc), '') as cards
      from contact_found(array(
             select id from contact where deleted_at is not null and erased_at is null
              order by deleted_at desc limit 1000), true) f
      -- one by one: the planner would rather read all contacts
      join lateral (select deleted_at from contact where id = f.contact_id offset 0) c on true`.execute(db)
  return new JsonText('[', rows[0]?.cards ?? '', ']')
}
