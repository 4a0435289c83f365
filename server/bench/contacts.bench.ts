import { performance } from 'node:perf_hooks'
import { CompiledQuery, type RawBuilder } from 'kysely'
import pg from 'pg'
import { type ContactSearch, contactApi } from '#contract/contacts/contacts'
import { contactQuery } from '../src/contacts/contacts.queries.ts'
import { searchQuery } from '../src/contacts/search.queries.ts'
import { benchData } from './data.ts'
import { bench, figure } from './harness.ts'
import { startProduct } from './product.ts'

const { postgres, database } = await benchData()
const first = await startProduct()
await first.stop()
const product = await startProduct()
figure('start on 100,000 contacts to the first answer', Math.min(first.started, product.started), {
  unit: 'ms',
  atMost: 3000,
})

const bareClient = new pg.Client(postgres.connection)
await bareClient.connect()

/** The same SQL with the same values through the bare driver. */
function bareQuery(query: RawBuilder<unknown>): { text: string; values: unknown[] } {
  const { sql: text, parameters } = query.compile(database.kysely)
  return { text, values: [...parameters] }
}

// --- what people look for: parts of what two hundred contacts from all over hold -----------------------------------

interface Sample {
  id: string
  given_name: string
  surname: string
  company_name: string
  street: string
  zip_code: string
  city: string
  email: string
  number: string
  national: string
}
const samples = (
  await database.kysely.executeQuery<Sample>(
    CompiledQuery.raw(`
    select c.id, c.given_name, c.surname, c.company_name, a.street, a.zip_code, a.city, e.address as email, p.number, p.national
      from contact c join address a on a.contact_id = c.id and a.street <> '' join email_address e on e.contact_id = c.id and e.address <> ''
      join phone_number p on p.contact_id = c.id and p.number <> ''
     order by md5(c.id::text) limit 4000`),
  )
).rows
const people = samples.filter((sample) => sample.surname !== '')
const companies = samples.filter((sample) => sample.company_name !== '')
const withUmlaut = people.filter((sample) => /[äöü]/.test(sample.surname))
const at = <T>(list: readonly T[], round: number): T => {
  const one = list[round % list.length]
  if (one === undefined) throw new Error('there is nothing to look for')
  return one
}
/** Some letters from somewhere in a text. */
const part = (text: string, round: number, length = 5) => {
  const from = Math.max(0, Math.min(text.length - length, round % 4))
  return text.slice(from, from + length)
}
const spelt = (text: string) => text.replace(/ä/g, 'ae').replace(/ö/g, 'oe').replace(/ü/g, 'ue')
const aroundUmlaut = (text: string) => {
  const place = text.search(/[äöü]/)
  return text.slice(Math.max(0, place - 2), place + 4)
}
const notations = [
  (one: Sample) => one.number.slice(0, 9),
  (one: Sample) => `00${one.number.slice(1, 9)}`,
  (one: Sample) => one.national.replace(/^(...)(...)/, '$1/$2 '),
  (one: Sample) => `${one.number.slice(0, 3)} (0)${one.number.slice(3, 8)}`,
  (one: Sample) => one.national.slice(-6),
]

const searches: Record<string, (round: number) => Partial<ContactSearch>> = {
  'given name': (round) => ({ givenName: part(at(people, round).given_name, round) }),
  surname: (round) => ({ surname: part(at(people, round).surname, round) }),
  company: (round) => ({ company: part(at(companies, round).company_name, round, 8) }),
  street: (round) => ({ street: part(at(samples, round).street, round, 9) }),
  'zip code': (round) => ({ zipCode: at(samples, round).zip_code }),
  city: (round) => ({ city: part(at(samples, round).city, round, 6) }),
  'e-mail': (round) => ({ emailAddress: at(samples, round).email.slice(0, 6 + (round % 10)) }),
  'one letter': (round) => ({ surname: at(people, round).surname.slice(0, 1 + (round % 2)) }),
  'phone in any notation': (round) => ({ phoneNumber: at(notations, round)(at(samples, round)) }),
  'umlaut as such': (round) => ({ surname: aroundUmlaut(at(withUmlaut, round).surname) }),
  'umlaut spelt out': (round) => ({ surname: spelt(aroundUmlaut(at(withUmlaut, round).surname)) }),
  'three fields': (round) => {
    const { given_name, surname, city } = at(people, round)
    return { givenName: part(given_name, round, 3), surname: part(surname, round, 4), city: part(city, round, 4) }
  },
}

for (const [name, search] of Object.entries(searches)) {
  const bodies = Array.from({ length: 400 }, (_, round) => search(round))
  const queries = bodies.map((body) => bareQuery(searchQuery(contactApi.search.body.parse(body), 'DE')))
  await bench(`search by ${name}`, {
    bare: (round) => bareClient.query(at(queries, round)),
    product: (round) => product.call('POST', '/api/contacts/_search', at(bodies, round)),
    rounds: 400,
    limit: { times: 1.5, plus: 3 },
  })
}

const opened = samples.map(({ id }) => ({ id, query: bareQuery(contactQuery(id)) }))
await bench('opening a contact', {
  bare: (round) => bareClient.query(at(opened, round).query),
  product: (round) => product.call('GET', `/api/contacts/${at(opened, round).id}`),
  rounds: 1000,
  limit: { times: 2 },
})

// --- sixteen at once -----------------------------------------------------------------------------------------------

const mixed = Array.from({ length: 400 }, (_, round) => {
  const kinds = Object.values(searches)
  return at(kinds, round)(round)
})
const mixedQueries = mixed.map((body) =>
  bareQuery(searchQuery(contactApi.search.body.parse({ ...body, pageSize: 50 }), 'DE')),
)

/** Calls a second that sixteen make together for a while; any error ends the bench. */
async function throughput(call: (client: number, round: number) => Promise<unknown>, seconds = 4): Promise<number> {
  let done = 0
  const end = performance.now() + seconds * 1000
  const client = async (_: unknown, number: number) => {
    for (let round = number; performance.now() < end; round += 16) {
      await call(number, round)
      done++
    }
  }
  await Promise.all(Array.from({ length: 16 }, client))
  return done / seconds
}

const bareClients = await Promise.all(
  Array.from({ length: 16 }, async () => {
    const client = new pg.Client(postgres.connection)
    await client.connect()
    return client
  }),
)
const kinds = {
  searching: {
    bare: (client: number, round: number) => bareClients[client]?.query(at(mixedQueries, round)),
    product: (_: number, round: number) =>
      product.call('POST', '/api/contacts/_search', { ...at(mixed, round), pageSize: 50 }),
  },
  'opening contacts': {
    bare: (client: number, round: number) => bareClients[client]?.query(at(opened, round).query),
    product: (_: number, round: number) => product.call('GET', `/api/contacts/${at(opened, round).id}`),
  },
}
for (const [name, { bare, product: call }] of Object.entries(kinds)) {
  await throughput(async (client, round) => call(client, round), 1)
  const shares: number[] = []
  for (let round = 0; round < 3; round++) {
    const bareRate = await throughput(async (client, turn) => bare(client, turn))
    const rate = await throughput(async (client, turn) => call(client, turn))
    console.log(`        ${name}: ${rate.toFixed(0)} a second, bare ${bareRate.toFixed(0)}`)
    shares.push((100 * rate) / bareRate)
  }
  const [, median = 0] = shares.sort((one, other) => one - other)
  figure(`16 clients ${name}, of the bare driver's throughput`, median, { unit: '%', atLeast: 60 })
}

await Promise.all([...bareClients, bareClient].map((client) => client.end()))
await product.stop()
await database.close()
await postgres.stop()
