import { contactApi } from '#contract/contacts/contacts'
import { omnisearchApi } from '#contract/overview/omnisearch'
import { benchData, benchEncounters } from './data.ts'
import { startFloor } from './floor.ts'
import { bench, figure } from './harness.ts'
import { costOf } from './interleaved.ts'
import { benchEmails } from './mail-data.ts'
import { startProduct } from './product.ts'
import { benchFindable, documentCount } from './search-data.ts'

const { postgres, database } = await benchData()
await benchEncounters(database)
await benchEmails(database)
await benchFindable(database)
const product = await startProduct()
const floor = await startFloor(database, postgres.connection)

const column = async (text: string) => (await database.pool.query<{ term: string }>(text)).rows.map(({ term }) => term)
const some = "from contact tablesample system (20) where surname <> '' order by md5(id::text) limit 30"
const kinds: Record<string, string[]> = {
  names: await column(`select surname as term ${some}`),
  'parts of names': await column(`select substr(surname, 2, 4) as term ${some}`),
  'two words': await column(`select given_name || ' ' || surname as term ${some}`),
  digits: await column(`select (4500000 + n)::text as term from generate_series(1, 3000, 100) n`),
  'words of one thing': await column(`select 'Nr' || n * 37 as term from generate_series(1, 30) n`),
  'words of everything': [
    'Offerte',
    'Garten',
    'Feuerschale',
    'Kunde',
    'Angebot',
    'Zahlung',
    'bitten',
    'Vorgang',
    'Rückruf',
    'an',
  ],
  'words of some things': await column(`select substr(md5((n * 7)::text), 1, 6) as term from generate_series(1, 20) n`),
  'no hit': await column(`select 'x' || substr(md5(n::text), 1, 9) as term from generate_series(1, 20) n`),
}
// as they come, one kind after the other
const lists = Object.values(kinds)
const terms = Array.from({ length: 200 }, (_, at) => {
  const list = lists[at % lists.length] ?? []
  return list[Math.floor(at / lists.length) % list.length] ?? ''
})
const ask = (term: string) =>
  product.call('GET', `${omnisearchApi.search.path}?${new URLSearchParams({ searchTerm: term })}`)
const askFloor = (term: string) => floor.call('GET', `/search?${new URLSearchParams({ term })}`)

for (const [name, list] of Object.entries(kinds)) {
  await bench(`search: ${name}`, {
    bare: (round) => askFloor(list[round % list.length] ?? ''),
    product: (round) => ask(list[round % list.length] ?? ''),
    rounds: 60,
    limit: { times: 2, plus: 3 },
  })
}
const at = (round: number) => terms[round % terms.length] ?? ''
await bench(`search: 200 terms over everything and ${documentCount} documents`, {
  bare: (round) => askFloor(at(round)),
  product: (round) => ask(at(round)),
  rounds: 400,
  limit: { times: 2, plus: 3 },
})

/** Answers a second to sixteen clients; an answer that is none ends the run. */
async function perSecond(asked: (term: string) => Promise<unknown>): Promise<number> {
  const seconds = 3
  const end = performance.now() + seconds * 1000
  let answers = 0
  const client = async (_: unknown, number: number) => {
    for (let round = number * 13; performance.now() < end; round++, answers++) await asked(at(round))
  }
  await Promise.all(Array.from({ length: 16 }, client))
  return answers / seconds
}
const many = { product: [] as number[], floor: [] as number[] }
for (let turn = 0; turn < 3; turn++) {
  many.floor.push(await perSecond(askFloor))
  many.product.push(await perSecond(ask))
}
const middle = (values: number[]) => values.toSorted((one, other) => one - other)[1] ?? Number.NaN
console.log(`16 clients: floor ${Math.round(middle(many.floor))}/s`)
figure('search: 16 clients', middle(many.product), { unit: '/s', atLeast: middle(many.floor) / 3 })

const lags: number[] = []
for (let turn = 0; turn < 20; turn++) {
  const surname = `Neuling${Date.now().toString(36)}${turn}`
  await product.call('POST', contactApi.add.path, { legalType: 'NATURAL', surname })
  const began = performance.now()
  while (!(await ask(surname)).includes(surname)) if (performance.now() - began > 5000) break
  lags.push(performance.now() - began)
}
figure('search: what was written is found', Math.max(...lags), { unit: 'ms', atMost: 1000 })

// so many attachments in one statement, which are found by name and wait to be read, or do not
const attaching = await costOf(database, {
  with: 'alter table email_attachment enable trigger expect_file_text',
  without: 'alter table email_attachment disable trigger expect_file_text; drop index email_attachment_search',
  write: (client) =>
    client.query(`
      with mails as (
        insert into email (direction, thread_id, received_at, subject, search)
        select 'INCOMING', uuid_v7(), now(), 'Angebot ' || n, search_text('Angebot ' || n || ' bitten um eine Offerte')
          from generate_series(1, 50) n returning id)
      insert into email_attachment (email_id, position, name, mime_type, size_byte, file_hash)
      select mails.id, 0, 'Angebot.pdf', 'application/pdf', 1, f.hash
        from mails, (select hash from stored_file limit 1) f`),
})
figure('search: writing mails with attachments', attaching, { unit: '× without', atMost: 1.1 })

// as many encounters, which are found by their day, and contacts with something noted of them
const telling = await costOf(database, {
  with: 'alter table encounter set (fillfactor = 100)',
  without: 'drop index encounter_day',
  write: (client) =>
    client.query(`
      insert into encounter (contact_id, encounter_type, original_known_since, title, description)
      select (select id from contact where deleted_at is null limit 1), 'TELEPHONE', now() - make_interval(hours => n), 'Anruf',
             'Bittet um eine Offerte, Vorgang ' || n from generate_series(1, 50) n`),
})
figure('search: writing encounters', telling, { unit: '× without', atMost: 1.1 })
const noting = await costOf(database, {
  with: 'alter table contact set (fillfactor = 100)',
  without: 'drop index contact_remarks_search',
  write: (client) =>
    client.query(`
      with added as (
        insert into contact (legal_type, given_name, surname, remarks)
        select 'NATURAL', 'Anna', 'Neuling' || n, 'Wünscht Lieferung nur am Vormittag, Vorgang ' || n
          from generate_series(1, 50) n returning id)
      insert into address (contact_id, address_type, street, zip_code, city, country)
      select id, 'HOME', 'Talgasse 4', '3011', 'Bern', 'CH' from added`),
})
figure('search: writing contacts with remarks', noting, { unit: '× without', atMost: 1.1 })

await floor.stop()
await product.stop()
await database.close()
await postgres.stop()
