import { encounterApi } from '#contract/contacts/encounters'
import { pathOf } from '#contract/endpoint'
import { emailApi } from '#contract/mail/inbox'
import { type Flame, flameApi } from '#contract/orders/flames'
import { demoId } from '../src/demo/contacts.ts'
import { addBoard, removeBoards } from './board.ts'
import { benchData, benchEncounters, encounterCount } from './data.ts'
import { askBoth, type Request, startFloor } from './floor.ts'
import { benchEmails, emailCount } from './mail-data.ts'
import { startProduct } from './product.ts'

// The product beside a floor that answers one question from one flat table.
const reads = { p50: 2, p95: 2.5, throughput: 2.5 }
const writes = { p50: 6, p95: 6, throughput: 6 }
const flamesOfOne = 40

const { postgres, database } = await benchData()
const { owners } = await benchEmails(database)
const { busiest } = await benchEncounters(database)
const product = await startProduct()
const idsOf = async (text: string, values: unknown[] = []) => {
  const { rows } = await database.pool.query<{ id: string }>(text, values)
  return rows.map(({ id }) => id)
}

await removeBoards(database)
const [admin = ''] = await idsOf(`select id from app_user where username = 'bench'`)
const board = await addBoard({
  database,
  admin,
  call: async (...request) => {
    const bytes = await product.call(...request)
    return { json: () => JSON.parse(bytes.toString()) }
  },
})
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
await askBoth(
  {
    name: 'floor: a board of 2,000',
    floor: () => get(`/board/${board.id}`),
    product: () => get(pathOf(flameApi.board, { id: board.id })),
    aims: reads,
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

const flames = await idsOf('select id from flame order by md5(id::text)')
const flameAt = (round: number) => flames[round % flames.length] ?? ''
const known = new Map<string, Pick<Flame, 'version'> & { dossier?: Pick<Flame['dossier'], 'articles'> }>()
const answered = (round: number, bytes: Buffer) => void known.set(flameAt(round), JSON.parse(bytes.toString()))
const stepAt = (round: number) => board.steps[round % board.steps.length]?.id ?? ''
await askBoth(
  {
    name: 'floor: moving a card',
    floor: (round) => ['PUT', `/cards/${flameAt(round)}`, { step: stepAt(round), place: round }],
    product: (round) => {
      const version = known.get(flameAt(round))?.version ?? 1
      const body = { version, taskboardRef: board.id, step: stepAt(round), afterRef: flameAt(round + 5) }
      return ['PUT', pathOf(flameApi.move, { id: flameAt(round) }), body]
    },
    answered,
    aims: writes,
  },
  floor,
  product,
)
const articles = (round: number) => {
  const saved = known.get(flameAt(round))?.dossier?.articles ?? []
  return [0, 1, 2].map((place) => {
    const own = saved[place] && { id: saved[place].id }
    return { ...own, productName: `Feuerring ${place}`, quantity: 1 + ((round + place) % 9) }
  })
}
const saving = (round: number): Request => {
  const dossier = { shipmentReference: `Nr ${round}`, notes: `Zugang ${round}`, articles: articles(round) }
  const body = { version: known.get(flameAt(round))?.version ?? 1, dossier }
  return ['PUT', pathOf(flameApi.update, { id: flameAt(round) }), body]
}
// As in operation: most dossiers have articles, and the planner knows of them.
for (let round = 0; round < 500; round++) answered(round, await product.call(...saving(round)))
await database.pool.query('analyze')
await askBoth(
  {
    name: 'floor: saving a dossier with three articles',
    floor: (round) => {
      const body = { reference: `Nr ${round}`, notes: `Zugang ${round}`, articles: articles(round) }
      return ['PUT', `/dossiers/${flameAt(round)}`, body]
    },
    product: saving,
    answered,
    aims: writes,
  },
  floor,
  product,
)

await floor.stop()
await product.stop()
await database.close()
await postgres.stop()
