import { contactApi } from '#contract/contacts/contacts'
import { encounterApi } from '#contract/contacts/encounters'
import { pathOf } from '#contract/endpoint'
import { type Flame, flameApi } from '#contract/orders/flames'
import { demoId } from '../src/demo/contacts.ts'
import { addBoard, filling, removeBoards } from './board.ts'
import { benchData, benchEncounters, contactCount, encounterCount } from './data.ts'
import { askBoth, type Request, startFloor } from './floor.ts'
import { startProduct } from './product.ts'

// The product beside a floor that writes one row of a flat table: no rights, no history, nothing to find it by, nobody told.
const writes = { p50: 6, p95: 6, throughput: 6 }

const { postgres, database } = await benchData()
await benchEncounters(database)
const product = await startProduct()
const idsOf = async (text: string) => {
  const { rows } = await database.pool.query<{ id: string }>(text)
  return rows.map(({ id }) => id)
}
await removeBoards(database)
const board = await addBoard(await filling(database, product))
await database.pool.query('vacuum analyze')
const floor = await startFloor(database, postgres.connection)

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

const contactAt = (round: number) => demoId((round * 7919) % contactCount)
const now = new Date().toISOString()
await askBoth(
  {
    name: `floor: adding an encounter to ${encounterCount}`,
    floor: (round) => [
      'POST',
      `/timeline/${contactAt(round)}`,
      { type: 'TELEPHONE', at: now, description: `Anruf ${round}` },
    ],
    product: (round) => {
      const body = { encounterType: 'TELEPHONE', originalKnownSince: now, description: `Anruf ${round}` }
      return ['POST', pathOf(encounterApi.add, { id: contactAt(round) }), body]
    },
    aims: writes,
  },
  floor,
  product,
)

const ofContact = (round: number) => ({
  salutation: 'MR',
  givenName: 'Muster',
  surname: `Beispiel ${round}`,
  companyName: '',
})
const ofAddress = { street: 'Musterweg 7', zipCode: '9000', city: 'Musterstadt', country: 'CH' }
const began = Date.now()
const mailOf = (round: number) => `beispiel-${began}-${round}@bench.example`
await askBoth(
  {
    name: `floor: adding a contact with an address and a mail to ${contactCount}`,
    floor: (round) => ['POST', '/contacts', { ...ofContact(round), ...ofAddress, emailAddress: mailOf(round) }],
    product: (round) => {
      const parts = { addresses: [{ addressType: 'HOME', ...ofAddress }], emailAddresses: [{ address: mailOf(round) }] }
      return ['POST', contactApi.add.path, { ...ofContact(round), ...parts, phoneNumbers: [] }]
    },
    aims: writes,
  },
  floor,
  product,
)

await database.pool.query(`delete from contact where given_name = 'Muster' and surname like 'Beispiel %'`)
await database.pool.query(`delete from encounter where description like 'Anruf %'`)
await floor.stop()
await product.stop()
await database.close()
await postgres.stop()
