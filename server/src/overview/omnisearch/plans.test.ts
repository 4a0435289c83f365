import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { searchTypes } from '#contract/overview/omnisearch'
import { deliveredRoles } from '#contract/permissions'
import { testApp } from '../../../test/app.ts'
import { withoutTriggers } from '../../../test/contacts.ts'
import { flameFactory } from '../../../test/flames.ts'
import { projectFactory } from '../../../test/projects.ts'
import { vacuum } from '../../../test/vacuum.ts'
import { systemActor } from '../../http/context.ts'
import { byIndexes, findPlaces, placesQuery } from './places.ts'
import { recognise } from './recognise.ts'
import { sources } from './sources.ts'

const { as, database } = await testApp()
const { buildContact, buildFlame } = flameFactory(as)
const { buildProject } = projectFactory(as)
const actor = {
  ...systemActor(),
  id: '01a00000-0000-7000-8000-000000000000',
  roles: ['USER'],
  permissions: new Set(deliveredRoles.USER),
}
const rows = 3000

// One word in every row, one in every fortieth, one only in old rows, and one unique to each row.
const words = sql`'alltag ' || case when n % 40 = 0 then 'selten ' else '' end
  || case when n < 20 then 'vorzeiten ' else '' end || substr(md5(n::text), 1, 12)`

beforeAll(async () => {
  const { id } = await buildContact()
  const flame = await buildFlame({ contactRef: id })
  await sql`
    insert into contact (legal_type, surname, given_name)
    select 'NATURAL', initcap(substr(md5(n::text), 1, 8)), 'Anna' from generate_series(1, ${rows}::int) n`.execute(
    database.kysely,
  )
  const { step } = await buildProject()
  await withoutTriggers(database, async (db) => {
    await sql`
    with made as (
      insert into flame (step_id, place) select ${flame.step}, n from generate_series(1, ${rows}::int) n returning id, place)
    insert into dossier (flame_id, contact_id, certificate_name, sap_ordernumber, language)
    select made.id, c.id, 'Feuer', 'SAP-' || place, 'DE'
      from made join (select id, row_number() over (order by id) as at from contact) c on c.at = made.place`.execute(db)
    await sql`
    with made as (
      insert into project (step_id, place, title)
      select ${step}, n, 'Projekt ' || ${words} from generate_series(1, ${rows}::int) n returning id, place)
    insert into project_contact (project_id, contact_id)
    select made.id, c.id from made join (select id, row_number() over (order by id) as at from contact) c on c.at = made.place`.execute(
      db,
    )
    await sql`
    insert into encounter (contact_id, encounter_type, original_known_since, description)
    select ${id}, 'TELEPHONE', now() - ${rows} * interval '1 hour' + n * interval '1 hour', ${words}
      from generate_series(1, ${rows}::int) n`.execute(db)
    await sql`
    insert into email (direction, thread_id, received_at, subject, search)
    select 'INCOMING', uuid_v7(), now() - ${rows} * interval '1 hour' + n * interval '1 hour', 'Anfrage', search_text(${words})
      from generate_series(1, ${rows}::int) n`.execute(db)
  })
  await sql`
    insert into stored_file (hash, size_byte)
    select repeat('0', 32) || md5(n::text), 1 from generate_series(1, ${rows}::int) n`.execute(database.kysely)
  await sql`
    with made as (
      insert into contact_document (contact_id, name)
      select ${id}, 'Datei ' || n || '.pdf' from generate_series(1, ${rows}::int) n returning id, name)
    insert into contact_document_version (document_id, number, mime_type, size_byte, file_hash)
    select id, 1, 'application/pdf', 1, repeat('0', 32) || md5(split_part(split_part(name, ' ', 2), '.', 1)) from made`.execute(
    database.kysely,
  )
  await sql`
    update file_text set text = 'alltag', search = words_text(${words})
      from generate_series(1, ${rows}::int) n where hash = repeat('0', 32) || md5(n::text)`.execute(database.kysely)
  await sql`
    insert into email_attachment (email_id, position, name, mime_type, size_byte, file_hash)
    select e.id, 0, 'Beilage ' || substr(md5(e.id::text), 1, 6) || '.pdf', 'application/pdf', 1, (select min(hash) from stored_file)
      from email e`.execute(database.kysely)
  await vacuum(database.kysely)
})

let explained = 0
/** Returns the plan for the term that a connection keeps, with the rows that each part read. */
async function planOf(term: string, more: { uncounted?: boolean } = {}): Promise<string> {
  const asked = { term, recognised: recognise(term) }
  const searched = searchTypes.flatMap((type) => {
    const source = sources[type](actor, asked)
    return source ? [{ type, source }] : []
  })
  const { sql: text, parameters } = placesQuery(searched, { limit: 8, isFirst: true, ...more }).compile(database.kysely)
  explained += 1
  const literal = (value: unknown) => `'${Array.isArray(value) ? `{${value.join()}}` : value}'`
  const values = parameters.map((value) => (value === null ? 'null' : literal(value))).join(', ')
  return database.kysely.transaction().execute(async (db) => {
    await byIndexes.execute(db)
    await sql.raw(`prepare searching_${explained} as ${text}`).execute(db)
    const { rows } = await sql
      .raw<{ 'QUERY PLAN': string }>(
        `explain (analyze, costs off, timing off, summary off, buffers off) execute searching_${explained}(${values})`,
      )
      .execute(db)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

const indexes = [
  'encounter_search',
  'email_search',
  'file_text_of_emails',
  'file_text_of_documents',
  'contact_document_search',
  'contact_search_text',
  'dossier_search',
  'email_attachment_search',
  'project_search',
  'project_contact_contact',
  'contact_remarks_search',
  'dossier_notes_search',
]

test.each([
  'alltag',
  'selten',
  'vorzeiten',
  'c4ca4238a0b9',
  'gibtesnicht',
  'al',
  '4711',
  '079 555 47 11',
  'anna alltag',
  'anna',
])('«%s» is searched by indexes only', async (term) => {
  const plan = await planOf(term)
  expect(plan).not.toMatch(/Seq Scan on (?!app_user|role|blackboard|document_classification)/)
  const asked = indexes.filter((index) => term.length > 2 || !index.startsWith('file_text'))
  for (const index of asked) expect(plan, index).toContain(index)
})

test('a tax number is searched by the indexes of tax numbers and of words', async () => {
  const plan = await planOf('CHE-116.281.710')
  expect(plan).not.toMatch(/Seq Scan on (?!app_user|role|blackboard|document_classification)/)
  for (const index of ['contact_uid', 'contact_eori', 'contact_search_text', 'email_search'])
    expect(plan, index).toContain(index)
  expect(walked(plan, 'contact')).toBe(0)
})

test.each(['17.05.2026', '2026-05-17'])('«%s» is searched by the indexes of days and of words', async (term) => {
  const plan = await planOf(term)
  expect(plan).not.toMatch(/Seq Scan on (?!app_user|role|blackboard|document_classification)/)
  for (const index of ['encounter_day', 'encounter_search', 'email_list', 'email_search', 'dossier_notes_search']) {
    expect(plan, index).toContain(index)
  }
})

/** Returns how many rows of a table were read through its indexes, by key or in order. */
const walked = (plan: string, table: string) =>
  [
    ...plan.matchAll(new RegExp(`Index Scan[^\\n]* on ${table}\\M? [^\\n]*\\(actual rows=([\\d.]+) loops=(\\d+)`, 'g')),
  ].reduce((sum, [, count, loops]) => sum + Number(count) * Number(loops), 0)

test('a very frequent word is found among the latest rows without its text index', async () => {
  const plan = await planOf('alltag')
  for (const index of ['encounter_search', 'email_search']) {
    expect(plan).toMatch(new RegExp(`Bitmap Index Scan on ${index} \\(never executed\\)`))
  }
})

test('a word only in old rows is found without reading the newer ones', async () => {
  const plan = await planOf('vorzeiten')
  expect(walked(plan, 'encounter')).toBeLessThanOrEqual(500)
  expect(walked(plan, 'email')).toBeLessThanOrEqual(200)
})

test('of two words, only flames of contacts with both are read', async () => {
  const plan = await planOf('anna c4ca4238')
  expect(walked(plan, 'dossier')).toBeLessThanOrEqual(20)
  expect(walked(plan, 'flame')).toBeLessThanOrEqual(20)
})

test('with enough hits by name, contacts with the word elsewhere are read only to be counted', async () => {
  await sql`
    insert into contact (legal_type, surname) select 'NATURAL', 'Namensvetter' from generate_series(1, 10)`.execute(
    database.kysely,
  )
  const counted = walked(await planOf('namensvetter'), 'contact')
  const uncounted = walked(await planOf('namensvetter', { uncounted: true }), 'contact')
  expect(counted).toBeLessThanOrEqual(30)
  expect(counted - uncounted).toBe(10)
})

test.each(['alltag', 'selten', 'vorzeiten'])('the first hits of «%s» are the latest', async (term) => {
  const { rows: wanted } = await sql<{ id: string }>`
    (select id from encounter where search like ${`%${term}%`} order by original_known_since desc limit 8)
    union all (select id from email where search like ${`%${term}%`} order by received_at desc limit 8)`.execute(
    database.kysely,
  )
  const ctx = { db: database.kysely, actor } as unknown as Parameters<typeof findPlaces>[0]
  const { places } = await findPlaces(
    ctx,
    ['ENCOUNTER', 'EMAIL'],
    { term, recognised: recognise(term) },
    { limit: 8, isFirst: true },
  )
  expect(places.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
})
