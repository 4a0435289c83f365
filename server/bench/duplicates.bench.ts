import { duplicateApi } from '#contract/contacts/duplicates'
import { readConfig } from '../src/config.ts'
import { selectGroups, selectLikely } from '../src/contacts/duplicates/duplicates.queries.ts'
import { findContactDuplicates } from '../src/contacts/duplicates/find-duplicates.ts'
import { openFileStore } from '../src/files/open-store.ts'
import type { AppContext } from '../src/http/context.ts'
import { openVault } from '../src/http/vault.ts'
import { readable } from '../src/registries/readable.ts'
import { collectGarbage } from './collect-garbage.ts'
import { benchData, contactCount } from './data.ts'
import { bench, figure } from './harness.ts'
import { startProduct } from './product.ts'

// A search for duplicates over all contacts, as its job runs it, with 10,000 of them there twice.
const { postgres, database } = await benchData()
const { pool } = database
const config = readConfig({}, [])
const services = { config, vault: openVault('00'.repeat(32), ''), files: openFileStore(config), readable }
const appContext: AppContext = { database, services, checkAnswers: false }
await pool.query('truncate contact_duplicate_run, contact_duplicate_pair, contact_not_duplicate')
const twins = await addTwins(10_000)

collectGarbage()
const before = process.memoryUsage().heapUsed
let highest = before
const watching = setInterval(() => {
  highest = Math.max(highest, process.memoryUsage().heapUsed)
}, 50)
const started = performance.now()
await findContactDuplicates(appContext, {}, new AbortController().signal)
const seconds = (performance.now() - started) / 1000
clearInterval(watching)
const { rows } = await pool.query<{ pairs: number; twins: number }>(
  `select count(*)::int as pairs,
          count(*) filter (where other_id = any ($1::uuid[]) or one_id = any ($1::uuid[]))::int as twins
     from contact_duplicate_pair`,
  [twins],
)
console.log(`        ${rows[0]?.pairs} pairs, ${rows[0]?.twins} of them with one of the ${twins.length} twins`)
figure(`duplicates: ${contactCount} contacts`, seconds, { unit: 's', atMost: 60 })
figure('duplicates: twins that were found', ((rows[0]?.twins ?? 0) / twins.length) * 100, { unit: '%', atLeast: 95 })
figure('duplicates: memory of a search', (highest - before) / 1e6, { unit: 'MB', atMost: 40 })

const drafts = await pool.query<{ given_name: string; surname: string; zip_code: string; street: string }>(
  `select c.given_name, c.surname, a.zip_code, a.street from contact c join address a on a.contact_id = c.id
    where c.surname <> '' and a.street <> '' order by md5(c.id::text) limit 300`,
)
const bodies = drafts.rows.map(({ given_name, surname, zip_code, street }) =>
  duplicateApi.likely.body.parse({
    givenName: given_name,
    surname,
    emails: [`${surname}@example.ch`],
    phones: ['079 123 45 67'],
    places: [{ street, zipCode: zip_code }],
  }),
)
const product = await startProduct()
const at = (round: number) => bodies[round % bodies.length] ?? bodies[0]
await bench('likely contacts while typing', {
  bare: (round) => selectLikely(database.kysely, at(round) as (typeof bodies)[number], []),
  product: (round) => product.call('POST', '/api/contacts/_likely', at(round)),
  rounds: 200,
  limit: { times: 2, plus: 5 },
})
await bench('a page of duplicate groups', {
  bare: () => selectGroups(database.kysely, { page: 1, pageSize: 50 }),
  product: () => product.call('GET', '/api/contacts/duplicates'),
  rounds: 100,
  limit: { times: 2, plus: 10 },
})
await product.stop()
await pool.query('delete from contact where id = any ($1::uuid[])', [twins])
await pool.query('truncate contact_duplicate_run, contact_duplicate_pair')
await pool.query('select list_duplicate_groups()')
await database.close()
await postgres.stop()

/** Copies of some people at the same address, with a letter of the surname dropped. */
async function addTwins(count: number): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query(`set app.search_refresh = 'by hand'`)
    const made = await client.query<{ id: string }>(
      `with origin as (
         select c.*, a.street, a.zip_code, a.city, uuid_v7() as twin
           from contact c join lateral (select * from address a where a.contact_id = c.id and a.street <> '' limit 1) a on true
          where length(c.surname) > 7 and c.given_name <> '' and c.deleted_at is null order by md5(c.id::text) limit $1
       ), made as (
         insert into contact (id, legal_type, given_name, surname)
         select twin, 'NATURAL', given_name, left(surname, 4) || substr(surname, 6) from origin returning id
       ), placed as (
         insert into address (contact_id, address_type, street, zip_code, city)
         select twin, 'HOME', street, zip_code, city from origin
       )
       select id from made`,
      [count],
    )
    const ids = made.rows.map((row) => row.id)
    await client.query('select refresh_contact_search($1::uuid[])', [ids])
    await client.query('analyze')
    return ids
  } finally {
    client.release(true)
  }
}
