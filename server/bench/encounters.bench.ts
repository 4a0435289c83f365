import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { encounterApi } from '#contract/contacts/encounters'
import { pathOf } from '#contract/endpoint'
import { deliveredRoles } from '#contract/permissions'
import {
  countedQuery,
  countOf,
  pageQuery,
  shownQuery,
  timelineOf,
} from '../src/contacts/encounters/encounters.queries.ts'
import { systemActor } from '../src/http/context.ts'
import { bareQuery } from './bare.ts'
import { benchData, benchEncounters } from './data.ts'
import { bench } from './harness.ts'
import { startProduct } from './product.ts'

const { postgres, database } = await benchData()
const { busiest } = await benchEncounters(database)
const product = await startProduct()
const bareClient = new pg.Client(postgres.connection)
await bareClient.connect()

const { rows: some } = await database.kysely.executeQuery<{ id: string; word: string }>(
  CompiledQuery.raw(`
    select contact_id as id, split_part(description, ' ', 3) as word from encounter
     where id in (select id from encounter tablesample system (0.2)) order by md5(id::text) limit 400`),
)
const contactAt = (round: number) => some[round % some.length] ?? { id: busiest, word: '' }

interface Asked {
  id: string
  query: { searchTerm?: string; start?: string; end?: string; encounterType?: string[]; page?: number }
}
const asks: Record<string, (round: number) => Asked> = {
  'the first page of 20,000 encounters': () => ({ id: busiest, query: {} }),
  'a page in the middle of 20,000 encounters': (round) => ({ id: busiest, query: { page: 50 + (round % 100) } }),
  'twelve months of 20,000 encounters': (round) => {
    const year = 2020 + (round % 5)
    return { id: busiest, query: { start: `${year}-03-01`, end: `${year + 1}-02-28` } }
  },
  'a frequent word in 20,000 encounters': () => ({ id: busiest, query: { searchTerm: 'Offerte' } }),
  'a rare word in 20,000 encounters': (round) => ({ id: busiest, query: { searchTerm: `Nr${round * 37}` } }),
  'two words and a type in 20,000 encounters': () => ({
    id: busiest,
    query: { searchTerm: 'ruckruf feuerschale', encounterType: ['POST', 'TELEPHONE'] },
  }),
  'the timelines of many contacts': (round) => ({ id: contactAt(round).id, query: {} }),
  'a word in the timelines of many contacts': (round) => {
    const { id, word } = contactAt(round)
    return { id, query: { searchTerm: word } }
  },
}

const asker = { ...systemActor(), permissions: new Set(deliveredRoles.USER) }
for (const [name, ask] of Object.entries(asks)) {
  const asked = Array.from({ length: 200 }, (_, round) => ask(round))
  const queries = asked.map(({ id, query }) => {
    const { page, pageSize, ...filter } = encounterApi.search.query.parse({ ...query, page: String(query.page ?? 1) })
    const listed = timelineOf(id, filter)
    return async () => {
      const run = <Row extends object>(query: RawBuilder<Row>) => bareClient.query<Row>(bareQuery(database, query))
      if (listed.hasWords || listed.types) {
        const [counted] = (await run(countedQuery(listed, { page, pageSize }, asker))).rows
        await run(shownQuery(sql`${counted?.ids}::uuid[]`, sql`${counted?.total}::int`))
      } else {
        const { rows } = await run(pageQuery(listed, { page, pageSize }, asker))
        await run(shownQuery(sql`${rows.map(({ id }) => id)}::uuid[]`, countOf(listed.which, asker)))
      }
    }
  })
  const addresses = asked.map(({ id, query }) => {
    const text = new URLSearchParams()
    for (const [key, value] of Object.entries(query)) for (const one of [value].flat()) text.append(key, String(one))
    return `${pathOf(encounterApi.search, { id })}?${text}`
  })
  await bench(`encounters: ${name}`, {
    bare: async (round) => queries[round % queries.length]?.(),
    product: (round) => product.call('GET', addresses[round % addresses.length] ?? ''),
    rounds: 200,
    limit: { times: 1.5, plus: 3 },
  })
}

await bareClient.end()
await product.stop()
await database.close()
await postgres.stop()
