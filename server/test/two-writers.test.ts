import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from './app.ts'
import { atOnce } from './at-once.ts'
import { flameFactory } from './flames.ts'
import { projectFactory } from './projects.ts'

// Rows that triggers prepare contain the changes of two transactions at the same moment.

const { as, database } = await testApp()
const db = database.kysely
const { buildContact, buildFlame, buildBoard } = flameFactory(as)
const given = { contact: '', sharing: '', flame: '', step: '', project: '' }

const addTodo = (column: string, id: string, title: string) =>
  `insert into todo (${column}, title, order_key, start) values ('${id}', '${title}', 1, now())`
const rename = (contact: string, surname: string) => `update contact set surname = '${surname}' where id = '${contact}'`

async function cardOf(table: string, id: string): Promise<Record<string, unknown>> {
  const key = table === 'contact_listed' ? 'contact_id' : table === 'flame_card' ? 'flame_id' : 'project_id'
  const { rows } = await sql<{ card: string }>`
    select card from ${sql.table(table)} where ${sql.ref(key)} = ${id}`.execute(db)
  return JSON.parse(rows[0]?.card ?? '{}')
}

beforeAll(async () => {
  given.contact = (await buildContact({ surname: 'Feuer' })).id
  given.sharing = (await buildContact({ surname: 'Glut' })).id
  const board = await buildBoard()
  given.step = board.steps[1]?.id ?? ''
  given.flame = (await buildFlame({ contactRef: given.contact, taskboardRef: board.id })).id
  given.project = (await projectFactory(as).buildProject()).id
})

test.each([
  ['flame_id', 'flame_card', () => given.flame],
  ['project_id', 'project_card', () => given.project],
])('two to-dos written at the same moment are both on the card, by %s', async (column, table, id) => {
  await atOnce(database, addTodo(column, id(), 'Anrufen'), addTodo(column, id(), 'Schreiben'))
  expect(await cardOf(table, id())).toMatchObject({ todos: { all: 2, done: 0 } })
  const done = (title: string) =>
    `update todo set state = 'DONE', finished = now() where ${column} = '${id()}' and title = '${title}'`
  await atOnce(database, done('Anrufen'), done('Schreiben'))
  expect(await cardOf(table, id())).toMatchObject({ todos: { all: 2, done: 2 } })
})

test('a flame moved while its contact is renamed has both changes on its card', async () => {
  await atOnce(
    database,
    `update flame set step_id = '${given.step}' where id = '${given.flame}'`,
    rename(given.contact, 'Funken'),
  )
  expect(await cardOf('flame_card', given.flame)).toMatchObject({
    step: given.step,
    contactName: expect.stringContaining('Funken'),
  })
})

test('a pickup changed while its agency is renamed shows both changes', async () => {
  const { rows } = await sql<{ id: string }>`
    insert into forwarding_agency (title) values ('Rauch') returning id`.execute(db)
  const agency = rows[0]?.id ?? ''
  const dossier = (change: string) => `update dossier set ${change} where flame_id = '${given.flame}'`
  await sql.raw(dossier(`pickup_date = now(), forwarding_agency_id = '${agency}'`)).execute(db)
  await atOnce(
    database,
    dossier(`sap_ordernumber = '4711'`),
    `update forwarding_agency set title = 'Flug' where id = '${agency}'`,
  )
  const { rows: pickups } = await sql<{ entry: string }>`
    select entry from flame_pickup where flame_id = ${given.flame}`.execute(db)
  expect(JSON.parse(pickups[0]?.entry ?? '{}')).toMatchObject({ sapOrdernumber: '4711', forwardingAgency: 'Flug' })
})

test('an order changed while its billing address changes shows both changes', async () => {
  const { rows } = await sql<{ id: string }>`
    insert into address (contact_id, address_type, country) values (${given.contact}, 'HOME', 'CH') returning id`.execute(
    db,
  )
  const address = rows[0]?.id ?? ''
  await sql`update dossier set billing_address_id = ${address} where flame_id = ${given.flame}`.execute(db)
  await sql`update flame set archived_at = now() where id = ${given.flame}`.execute(db)
  await atOnce(
    database,
    `insert into dossier_article (flame_id, order_key, product_name, quantity) values ('${given.flame}', 1, 'Feuerring', 3)`,
    `update address set country = 'AT' where id = '${address}'`,
  )
  const order = db.selectFrom('flame_order').select(['articles', 'country']).where('flame_id', '=', given.flame)
  expect(await order.execute()).toEqual([{ articles: 3, country: 'AT' }])
})

test('a contact renamed while its shared address changes shows both changes', async () => {
  const { rows } = await sql<{ id: string }>`
    insert into address (contact_id, address_type, street, zip_code, city, country)
    values (${given.contact}, 'HOME', 'Gasse 1', '8000', 'Zürich', 'CH') returning id`.execute(db)
  const shared = rows[0]?.id ?? ''
  await sql`insert into address (contact_id, address_type, shared_address_id) values (${given.sharing}, 'HOME', ${shared})`.execute(
    db,
  )
  await atOnce(database, rename(given.sharing, 'Asche'), `update address set city = 'Bern' where id = '${shared}'`)
  expect(await cardOf('contact_listed', given.sharing)).toMatchObject({ surname: 'Asche', city: 'Bern' })
})
