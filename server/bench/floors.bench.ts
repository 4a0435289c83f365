import { contactApi } from '#contract/contacts/contacts'
import { encounterApi } from '#contract/contacts/encounters'
import { pathOf } from '#contract/endpoint'
import { emailApi } from '#contract/mail/inbox'
import { type Flame, flameApi } from '#contract/orders/flames'
import { demoId } from '../src/demo/contacts.ts'
import { addBoard, filling, removeBoards } from './board.ts'
import { benchData, benchEncounters, contactCount, encounterCount } from './data.ts'
import { askBoth, type Request, startFloor } from './floor.ts'
import { benchEmails, emailCount } from './mail-data.ts'
import { startProduct } from './product.ts'

// The product beside a floor that answers one question from one flat table. Writes: writes.bench.ts.
const reads = { p50: 2, p95: 2.5, throughput: 2.5 }
const flamesOfOne = 40

/** Some letters of what a contact holds, and where both look for them. */
interface Looked {
  readonly id: string
  readonly field: string
  readonly column: string
  readonly holds: string
}
const partsOfContacts = `
  select c.id, field, "column", substr(value, 1 + (random() * 2)::int, 5) as holds
    from (select * from floor.contacts tablesample system (2) order by md5(id::text) limit 300) c
    cross join lateral (values ('givenName', 'given_name', given_name), ('surname', 'surname', surname), ('company', 'company', company),
      ('street', 'street', street), ('zipCode', 'zip', zip), ('city', 'city', city)) of (field, "column", value)
   where length(value) >= 4 order by md5(c.id::text || field)`

const { postgres, database } = await benchData()
const { owners } = await benchEmails(database)
const { busiest } = await benchEncounters(database)
const product = await startProduct()
const idsOf = async (text: string, values: unknown[] = []) => {
  const { rows } = await database.pool.query<{ id: string }>(text, values)
  return rows.map(({ id }) => id)
}

await removeBoards(database)
const board = await addBoard(await filling(database, product))
// some of them of one contact
const contact = demoId(1)
await database.pool.query(
  'update dossier set contact_id = $1 where id in (select id from dossier order by id limit $2)',
  [contact, flamesOfOne],
)
await database.pool.query('vacuum analyze')
const floor = await startFloor(database, postgres.connection)

const at = (list: readonly string[], round: number) => list[round % list.length] ?? ''
const mails = await idsOf(`select id from email tablesample system (0.2) order by md5(id::text) limit 300`)
const contacts = await idsOf(
  `select distinct contact_id as id from encounter tablesample system (0.1) where contact_id <> $1 limit 300`,
  [busiest],
)
const get = (path: string): Request => ['GET', path]

const looked = (await database.pool.query<Looked>(partsOfContacts)).rows
const opened = looked.map(({ id }) => id)
const bySurname = looked.filter(({ column }) => column === 'surname')
for (const [name, ones] of Object.entries({ 'one field': looked, surname: bySurname })) {
  const one = (round: number) => ones[round % ones.length] as Looked
  await askBoth(
    {
      name: `floor: contacts by ${name}, of ${contactCount}`,
      floor: (round) => get(`/contacts?column=${one(round).column}&holds=${encodeURIComponent(one(round).holds)}`),
      product: (round) => [
        'POST',
        contactApi.search.path,
        { [one(round).field]: one(round).holds, page: 1, pageSize: 50 },
      ],
      aims: { p50: 1.5, p95: 2, throughput: 2 },
    },
    floor,
    product,
  )
}
await askBoth(
  {
    name: 'floor: a contact',
    floor: (round) => get(`/contacts/${at(opened, round)}`),
    product: (round) => get(pathOf(contactApi.get, { id: at(opened, round) })),
    aims: reads,
  },
  floor,
  product,
)
await askBoth(
  {
    name: `floor: a page of what somebody has open, of ${emailCount} mails`,
    floor: (round) => get(`/mails?owner=${at(owners, round)}&state=OPEN`),
    product: (round) => get(`${emailApi.list.path}?assigneeRefs=${at(owners, round)}&state=OPEN`),
    aims: reads,
  },
  floor,
  product,
)
await askBoth(
  {
    name: `floor: a page of all that somebody has, of ${emailCount} mails`,
    floor: (round) => get(`/mails?owner=${at(owners, round)}`),
    product: (round) => get(`${emailApi.list.path}?assigneeRefs=${at(owners, round)}`),
    aims: reads,
  },
  floor,
  product,
)
await askBoth(
  {
    name: 'floor: a thread',
    floor: (round) => get(`/thread/${at(mails, round)}`),
    product: (round) => get(pathOf(emailApi.thread, { id: at(mails, round) })),
    aims: reads,
  },
  floor,
  product,
)
for (const [name, ids] of Object.entries({ 'a page of the longest timeline': [busiest], 'a timeline': contacts })) {
  await askBoth(
    {
      name: `floor: ${name}, of ${encounterCount} encounters`,
      floor: (round) => get(`/timeline/${at(ids, round)}`),
      product: (round) => get(pathOf(encounterApi.search, { id: at(ids, round) })),
      aims: reads,
    },
    floor,
    product,
  )
}
const ofBoard = {
  floor: () => get(`/board/${board.id}`),
  product: () => get(pathOf(flameApi.board, { id: board.id })),
  aims: reads,
}
await askBoth({ name: 'floor: a board of 2,000', ...ofBoard }, floor, product)
const cards = await idsOf('select id from flame order by md5(id::text)')
const versions = new Map<string, number>()
await askBoth(
  {
    name: 'floor: a board of 2,000 once a card was moved on it',
    ...ofBoard,
    before: {
      floor: (round) => floor.call('PUT', `/cards/${at(cards, round)}`, { step: stepAt(round), place: round }),
      product: (round) => moveCard(at(cards, round), stepAt(round)),
    },
  },
  floor,
  product,
)
await askBoth(
  {
    name: 'floor: the flames of a contact',
    floor: () => get(`/flames/${contact}`),
    product: () => get(pathOf(flameApi.ofContact, { id: contact })),
    aims: reads,
  },
  floor,
  product,
)

function stepAt(round: number): string {
  return board.steps[round % board.steps.length]?.id ?? ''
}

async function moveCard(id: string, step: string): Promise<void> {
  const body = { version: versions.get(id) ?? 1, taskboardRef: board.id, step }
  const answer = await product.call('PUT', pathOf(flameApi.move, { id }), body)
  versions.set(id, (JSON.parse(answer.toString()) as Flame).version)
}

await floor.stop()
await product.stop()
await database.close()
await postgres.stop()
