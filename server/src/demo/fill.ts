import { type Kysely, sql } from 'kysely'
import { inBulk } from '../db/in-bulk.ts'
import { lock } from '../db/locks.ts'
import type { DB } from '../db/schema.ts'
import { type DemoContact, demoContacts, demoId } from './contacts.ts'
import { demoEncounters } from './encounters.ts'
import { demoSectors } from './words.ts'

/** Adds demo contacts and their sectors, unless they exist; returns the number of added contacts. */
export async function addDemoContacts(db: Kysely<DB>, count: number): Promise<number> {
  return db.transaction().execute(async (db) => {
    await lock(db, 'demoContacts')
    const there = await db.selectFrom('contact').select('id').where('id', '=', demoId(0)).executeTakeFirst()
    if (there) return 0
    await inBulk(db)
    const sectors = await addSectors(db)
    for (const portion of inPortions(demoContacts(count))) await addPortion(db, portion, sectors)
    // In a second pass, because a company refers to people who are added after it.
    for (const portion of inPortions(demoContacts(count))) {
      await insert(
        db,
        'contact_person',
        {},
        portion.flatMap(({ persons }) => persons),
      )
      await sql`select refresh_contact_search(${portion.map(({ contact }) => contact.id)}::uuid[])`.execute(db)
    }
    return count
  })
}

/** Adds encounters of the demo contacts until now, unless they exist. */
export async function addDemoEncounters(db: Kysely<DB>, contactCount: number, users: readonly string[]): Promise<void> {
  await db.transaction().execute(async (db) => {
    await lock(db, 'demoEncounters')
    const id = demoId(0, 'encounter')
    if (await db.selectFrom('encounter').select('id').where('id', '=', id).executeTakeFirst()) return
    for (const portion of inPortions(demoEncounters(contactCount, users, new Date()))) {
      await insert(db, 'encounter', {}, portion)
    }
  })
}

function* inPortions<Row>(rows: Iterable<Row>, size = 2000): Generator<Row[]> {
  let portion: Row[] = []
  for (const row of rows) {
    if (portion.push(row) < size) continue
    yield portion
    portion = []
  }
  if (portion.length > 0) yield portion
}

/** Returns the ids of the sectors, in the order of `demoSectors`. */
async function addSectors(db: Kysely<DB>): Promise<string[]> {
  const titles = [...demoSectors]
  await sql`insert into sector (title) select unnest(${titles}::text[]) on conflict do nothing`.execute(db)
  const { rows } = await sql<{ id: string }>`
    select s.id from unnest(${titles}::text[]) with ordinality as asked (title, place)
      join sector s on lower(s.title) = lower(asked.title) order by asked.place`.execute(db)
  return rows.map((row) => row.id)
}

async function addPortion(db: Kysely<DB>, portion: readonly DemoContact[], sectors: readonly string[]): Promise<void> {
  const contacts = portion.map(({ contact, sector }) => ({
    ...contact,
    sector_id: sector === null ? null : sectors[sector],
    uid_checked_at: 'uid' in contact ? new Date().toISOString() : null,
  }))
  await insert(db, 'contact', contactDefaults, contacts)
  await insert(
    db,
    'address',
    addressDefaults,
    portion.flatMap(({ addresses }) => addresses),
  )
  await insert(
    db,
    'email_address',
    emailDefaults,
    portion.flatMap(({ emails }) => emails),
  )
  await insert(
    db,
    'phone_number',
    phoneDefaults,
    portion.flatMap(({ phones }) => phones),
  )
}

/** Inserts many rows with one statement and one parameter. */
async function insert(db: Kysely<DB>, table: keyof DB, defaults: object, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return
  const columns = sql.join(Object.keys({ ...defaults, ...rows[0] }).map((column) => sql.ref(column)))
  const text = JSON.stringify(rows.map((row) => ({ ...defaults, ...row })))
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${text}::json)`.execute(db)
}

const contactDefaults = {
  salutation: null,
  title: '',
  given_name: '',
  surname: '',
  company_name: '',
  birthdate: null,
  uid: '',
  uid_state: 'NONE',
  uid_source: null,
}
const addressDefaults = {
  shared_address_id: null,
  street: '',
  zip_code: '',
  city: '',
  state: '',
  country: '',
  shareable: false,
}
const emailDefaults = { shared_email_id: null, address: '' }
const phoneDefaults = { shared_phone_id: null, number: '', national: '' }
