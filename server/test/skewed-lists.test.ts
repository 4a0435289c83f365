import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { contactDocumentApi } from '#contract/contacts/documents'
import { duplicateApi } from '#contract/contacts/duplicates'
import { importApi } from '#contract/contacts/imports'
import { draftApi, outgoingApi } from '#contract/mail/outgoing'
import { flameSorts } from '#contract/orders/flame-search'
import { flameApi } from '#contract/orders/flames'
import { type HistoryList, historyApi } from '#contract/together/history'
import { systemActor, withoutTransaction } from '../src/http/context.ts'
import { boardFor } from '../src/orders/flames/proposals.ts'
import { testApp } from './app.ts'
import { flameFactory } from './flames.ts'
import { importer } from './imports.ts'
import { rowsRead } from './rows-read.ts'
import { vacuum } from './vacuum.ts'

// Rare rows are at the far end of each order: a plan that walks the order to find them reads all rows.

const many = 10_000
const rare = 30
/** Contacts with two names, each more than `mostHits`; those with the second name come after what `shortWalk` reads. */
const [named, manyOfOneName] = [11_000, 4100]
const app = await testApp()
const { as, database } = app
const { run } = await importer(app)
const { buildBoard, buildContact, buildFlame } = flameFactory(as)
const [admin, user] = [as('ADMIN'), as('USER')]

const ids = { busy: '', rare: '', small: '', user: '', admin: '', import: '' }

beforeAll(async () => {
  const [board, small] = [await buildBoard(), await buildBoard()]
  ids.small = small.id
  ids.busy = (await buildContact({ surname: 'Beispiel' })).id
  ids.rare = (await buildContact({ surname: 'Zwetschgenbaum' })).id
  await buildFlame({ contactRef: ids.busy, taskboardRef: board.id })
  const { rows } = await sql<{ username: string; id: string }>`select username, id from app_user`.execute(
    database.kysely,
  )
  ids.user = rows.find(({ username }) => username === 'USER')?.id ?? ''
  ids.admin = rows.find(({ username }) => username === 'ADMIN')?.id ?? ''
  await database.kysely.transaction().execute(async (db) => {
    // without triggers
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`
      create temporary table made on commit drop as
      select n, n <= ${rare} as is_rare, uuid_v7() as id, '2020-01-01'::timestamptz + n * interval '1 hour' as at
        from generate_series(1, ${many}) n`.execute(db)
    await sql`
      with f as (
        insert into flame (id, step_id, place, assignee_id, reminder_at, created_at, updated_at, archived_at)
        select id, case when is_rare then ${small.steps[0]?.id}::uuid else ${board.steps[0]?.id}::uuid end, n * 1000,
               case when is_rare then ${ids.user}::uuid else ${ids.admin}::uuid end, at, at, at,
               case when n % 3 = 0 then at end from made),
      d as (
        insert into dossier (flame_id, contact_id, certificate_name, language, sap_ordernumber)
        select id, case when is_rare then ${ids.rare}::uuid else ${ids.busy}::uuid end,
               case when is_rare then 'Mirabelle' else 'Familie Beispiel' end, 'DE', n::text from made)
      insert into flame_card (flame_id, card, list, created_at, pickup_date, reminder_at, contact_name)
      select id, (card || jsonb_build_object('sapOrdernumber', n::text))::text, case when n % 3 = 0 then 'ARCHIVED' else 'OPEN' end, at,
             case when is_rare then at end, at, case when is_rare then 'zwetschgenbaum' else 'beispiel' end
        from made, (select card::jsonb from flame_card) as one`.execute(db)
    await sql`
      insert into history (at, actor, entity, entity_id, root_id, action, changes)
      select at, ${ids.admin}::uuid, case when is_rare then 'contact' else 'product' end,
             case when is_rare then ${ids.rare}::uuid else id end, case when is_rare then ${ids.rare}::uuid else id end,
             'CHANGED', '{"remarks": ["a", "b"]}' from made order by n`.execute(db)
    await sql`
      insert into email (id, direction, subject, from_address, thread_id, received_at, state, search)
      select id, 'OUTGOING', 'Mail', 'a@example.org', id, at, 'CLOSED', '' from made`.execute(db)
    await sql`
      insert into outbox (email_id, created_by, state, mime_hash, mime_bytes, envelope_from, recipients, leaves_at, created_at)
      select id, ${ids.admin}::uuid, case when is_rare then 'FAILED' else 'ACCEPTED' end, '', 1, '', '{}', at, at
        from made`.execute(db)
    await sql`
      insert into email_draft (owner_id, content, updated_at)
      select case when is_rare then ${ids.user}::uuid else ${ids.admin}::uuid end, '{}', at from made`.execute(db)
    await sql`
      with d as (
        insert into contact_document (id, contact_id, name, deleted_at)
        select id, case when is_rare then ${ids.rare}::uuid else ${ids.busy}::uuid end, 'Plan ' || n,
               case when n % 3 = 0 then at end from made)
      insert into contact_document_version (document_id, number, mime_type, size_byte, file_hash, uploaded_at)
      select id, 1, 'text/plain', 1, '', at from made`.execute(db)
    const { rows } = await sql<{ id: string }>`
      insert into contact_import (file_name, encoding, delimiter, columns, mapping, preview, first_byte, first_line,
                                  bytes_done, next_line, bytes_total, created_by)
      values ('a.csv', 'utf-8', ',', '{}', '{}', '[]', 0, 1, 0, 1, 0, ${ids.admin}) returning id`.execute(db)
    ids.import = rows[0]?.id ?? ''
    await sql`
      insert into contact_import_row (import_id, line, result, name)
      select ${ids.import}::uuid, ${many} - n, case when is_rare then 'REJECTED' else 'CREATED' end, 'A' from made`.execute(
      db,
    )
    await sql`
      with c as (
        insert into contact (legal_type, given_name, surname)
        select 'NATURAL', 'Anna', case when is_rare then 'Zwetschgenbaum' else 'Beispiel' end from made
         where n <= ${named} returning id)
      insert into email_address (contact_id, address) select id, id || '@example.org' from c`.execute(db)
    // too many to sort on their own, and after nearly all others
    await sql`
      with c as (
        insert into contact (legal_type, given_name, surname)
        select 'NATURAL', 'Beat', 'Zwahlen' from made where n <= ${manyOfOneName} returning id)
      insert into email_address (contact_id, address) select id, id || '@example.org' from c`.execute(db)
    await sql`select refresh_contact_search(array(select id from contact))`.execute(db)
    await sql`
      insert into contact (legal_type, given_name, surname, deleted_at, erased_at)
      select 'NATURAL', '', 'Weg', at, case when not is_rare then at end from made`.execute(db)
  })
  await database.kysely.transaction().execute(async (db) => {
    await sql`set local app.duplicate_groups = 'by hand'`.execute(db)
    // the best pairs are in the bin
    await sql`
      insert into contact_duplicate_pair (one_id, other_id, score, reasons, group_id, found_by)
      select one, other, case when deleted_at is not null then 95 when n % 1000 = 0 then 90 else 60 end,
             '[{"code": "NAME", "values": {}}]', one, uuid_v7()
        from (select id as one, lead(id) over of_kind as other, deleted_at, row_number() over of_kind as n from contact
              window of_kind as (partition by deleted_at is null order by id)) as beside
       where n % 2 = 0 and other is not null`.execute(db)
    await sql`select list_duplicate_groups()`.execute(db)
  })
  await vacuum(database.kysely)
}, 120_000)

const read = (ask: () => Promise<{ status: number; problem: unknown }>) =>
  rowsRead(database.pool, async () => {
    const { status, problem } = await ask()
    expect(status, JSON.stringify(problem)).toBe(200)
  })
const flames = (body: object) => read(() => user.call(flameApi.search, { body }))
const countFlames = (body: object) => read(() => user.call(flameApi.count, { body }))
const history = (list: HistoryList) => read(() => admin.call(historyApi.ofList, { params: { list } }))
const contacts = (body: object) => read(() => user.call(contactApi.search, { body: { ...body, pageSize: 50 } }))
const countContacts = (body: object) => read(() => user.call(contactApi.count, { body }))

test.each<[string, () => Promise<number>]>([
  ['the latest flames', () => flames({})],
  ['archived ones', () => flames({ archived: true })],
  ...flameSorts.flatMap((sort) =>
    [true, false].flatMap((descending): [string, () => Promise<number>][] => [
      [`flames by ${sort}, descending: ${descending}`, () => flames({ sort, descending })],
      [`archived ones by ${sort}, descending: ${descending}`, () => flames({ sort, descending, archived: true })],
    ]),
  ),
  ['one’s own', () => flames({ own: true })],
  ['one’s own that are due', () => flames({ own: true, due: true })],
  ['those of somebody', () => flames({ assigneeRef: ids.user })],
  ['archived ones of somebody', () => flames({ assigneeRef: ids.user, archived: true })],
  ['those of a contact', () => flames({ contactRef: ids.rare })],
  ['archived ones of a contact', () => flames({ contactRef: ids.rare, archived: true })],
  ['those of a board', () => flames({ taskboardRef: ids.small })],
  ['a board', () => read(() => user.call(flameApi.board, { params: { id: ids.small }, query: {} }))],
  ['the bin of a board', () => read(() => admin.call(flameApi.bin, { params: { id: ids.small } }))],
  ['those with a rare word', () => flames({ text: 'mirabelle' })],
  ['archived ones with a rare word', () => flames({ text: 'mirabelle', archived: true })],
  ['those of a contact with a rare name', () => flames({ text: 'zwetschgenbaum' })],
  ['how many flames a contact has', () => countFlames({ contactRef: ids.rare })],
  ['how many somebody has', () => countFlames({ assigneeRef: ids.user })],
  ['how many hold a rare word', () => countFlames({ text: 'zwetschgenbaum' })],
  ['how many contacts have a rare name', () => countContacts({ surname: 'zwetschgenbaum' })],
  ['contacts by name', () => contacts({})],
  ['contacts by name, the last first', () => contacts({ sort: [{ column: 'name', descending: true }] })],
  ['the history of a contact', () => read(() => admin.call(historyApi.ofContact, { params: { id: ids.rare } }))],
  ['the history of a list', () => read(() => admin.call(historyApi.ofList, { params: { list: 'products' } }))],
  ['the history of a list in which little was changed', () => history('roles')],
  ['that of one with parts', () => history('boards')],
  ['that of a collection', () => history('imageGallery')],
  ['contacts with a rare surname', () => contacts({ surname: 'zwetschgenbaum' })],
  ['the documents of a contact', () => read(() => admin.call(contactDocumentApi.list, { params: { id: ids.rare } }))],
  ['those in its bin', () => read(() => admin.call(contactDocumentApi.bin, { params: { id: ids.rare } }))],
  ['how many it has', () => read(() => admin.call(contactDocumentApi.count, { params: { id: ids.rare } }))],
  ['imports', () => read(() => admin.call(importApi.list, {}))],
  ['what is to be sent', () => read(() => admin.call(outgoingApi.outbox, {}))],
  ['what everybody sends', () => read(() => admin.call(outgoingApi.outbox, { query: { everybody: 'true' } }))],
  ['drafts', () => read(() => user.call(draftApi.list, {}))],
  [
    'rejected rows',
    () => read(() => admin.call(importApi.rows, { params: { id: ids.import }, query: { result: 'REJECTED' } })),
  ],
  [
    'an import of somebody called as many are',
    () => {
      const file = 'Vorname;Nachname;Strasse;PLZ;Ort\nAnna;Beispiel;Seeweg 9;8001;Zürich\n'
      return rowsRead(database.pool, () => run(file), ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'])
    },
  ],
  ['the bin of contacts', () => read(() => user.call(contactApi.bin, {}))],
  ['groups of duplicates', () => read(() => admin.call(duplicateApi.list, {}))],
  ['recipients', () => read(() => user.call(contactApi.emails, { query: { searchTerm: 'zwetschgenbaum' } }))],
])('%s: few more rows are read than shown', async (_, ask) => {
  expect(await ask()).toBeLessThan(500)
})

// Finding that a word has more hits than `mostHits` reads that many, then the beginning of the order. Where a person
// has as many flames, these are read too, with dossiers and contacts.
const mostHits = 4000
const beyondHits = mostHits + 1000
test.each<[string, () => Promise<number>, number]>(
  flameSorts.flatMap((sort) =>
    [true, false].flatMap((descending): [string, () => Promise<number>, number][] => [
      [
        `with a word of all by ${sort}, descending: ${descending}`,
        () => flames({ sort, descending, text: 'familie' }),
        beyondHits,
      ],
      [
        `archived ones with it by ${sort}, descending: ${descending}`,
        () => flames({ sort, descending, text: 'familie', archived: true }),
        beyondHits,
      ],
      [
        `with the name of most by ${sort}, descending: ${descending}`,
        () => flames({ sort, descending, text: 'beispiel' }),
        beyondHits,
      ],
      [
        `of somebody with a word of all by ${sort}, descending: ${descending}`,
        () => flames({ sort, descending, text: 'familie', assigneeRef: ids.admin }),
        4 * mostHits,
      ],
      [
        `of a contact with a word of all by ${sort}, descending: ${descending}`,
        () => flames({ sort, descending, text: 'familie', contactRef: ids.rare }),
        beyondHits,
      ],
      [
        `with the name of most and a rare word by ${sort}, descending: ${descending}`,
        () => flames({ sort, descending, text: 'beispiel mirabelle' }),
        beyondHits,
      ],
    ]),
  ),
)('flames %s: a limited number of rows is read', async (_, ask, most) => {
  expect(await ask()).toBeLessThan(most)
})

test('finding the board for a rare customer type reads only the latest flames', async () => {
  const { id } = await buildContact({ surname: 'Selten', customerType: 'SUPPLIER' })
  const ctx = withoutTransaction(app.appContext, systemActor(ids.admin))
  expect(await rowsRead(database.pool, () => boardFor(ctx, id))).toBeLessThan(many / 4)
})

test('completing a frequent name at the end of the order reads no other contacts', async () => {
  const ask = (searchTerm: string) => () => user.call(contactApi.emails, { query: { searchTerm } })
  expect((await ask('zwahlen')()).answer).toHaveLength(50)
  // the beginning of the order, then all contacts of this name
  expect(await read(ask('zwahlen'))).toBeLessThan(4000 + 6000 + manyOfOneName + 500)
  expect(await read(ask('beispiel'))).toBeLessThan(4000 + 500)
})

const ofOneName = manyOfOneName + 500
test.each<[string, object, number, number]>([
  ['a surname beyond some thousand', { surname: 'zwahlen', page: 81 }, 50, ofOneName],
  ['a surname on a page that does not exist', { surname: 'zwahlen', page: 100_000 }, 0, ofOneName],
  ['a given name on a page that does not exist', { givenName: 'beat', page: 100_000 }, 0, ofOneName],
  // also reads the creation date of each
  [
    'a surname entered on days on which nearly all were',
    { surname: 'zwahlen', createdFrom: '2020-01-01' },
    50,
    3 * ofOneName + 3000,
  ],
])('%s: only the matching contacts are read', async (_, body, shown, most) => {
  const { answer } = await user.call(contactApi.search, { body: { ...body, pageSize: 50 } })
  expect(answer.contacts).toHaveLength(shown)
  expect(await contacts(body)).toBeLessThan(most)
})

test('a street and a company in another spelling: only the matching contacts are read', async () => {
  const home = {
    addressType: 'HOME',
    street: 'Quittenstrasse 7',
    zipCode: '8000',
    city: 'Zürich',
    country: 'CH',
  } as const
  await buildContact({ surname: 'Quitte', companyName: 'Quitten-Garten AG', addresses: [home] })
  for (const body of [{ street: 'quittenstr. 7' }, { company: 'quitten garten' }]) {
    expect((await user.call(contactApi.search, { body })).answer.contacts).toHaveLength(1)
    expect(await contacts(body)).toBeLessThan(500)
  }
})

test.each<[string, object]>([
  ['sorted by a column', { sort: [{ column: 'city', descending: false }] }],
  ['filtered by a column that no search finds', { columnFilters: { title: 'dr' } }],
])('contacts %s: one narrow row per contact is read', async (_, body) => {
  const contactsInAll = named + manyOfOneName + 10
  expect(await contacts(body)).toBeLessThan(contactsInAll + 500)
})

test('a search sorted by latest change finds all matches, the latest first, whatever the filter', async () => {
  const orders = async (text: string) => {
    const { answer } = await user.call(flameApi.search, { body: { text } })
    return answer.flames.map(({ sapOrdernumber }) => Number(sapOrdernumber))
  }
  // their numbers are in the order of their changes; each third is archived
  const latest = (from: number, count: number) =>
    Array.from({ length: from }, (_, at) => from - at)
      .filter((number) => number % 3 !== 0)
      .slice(0, count)
  expect(await orders('mirabelle zwetschgenbaum')).toEqual(latest(rare, 20))
  expect(await orders('familie')).toEqual(latest(many, 100))
  expect(await orders('familie mirabelle')).toEqual([])
})
