import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contactDocumentApi } from '#contract/contacts/documents'
import { encounterApi } from '#contract/contacts/encounters'
import { omnisearchApi } from '#contract/overview/omnisearch'
import { testApp } from '../../../test/app.ts'
import { contactFactory } from '../../../test/contacts.ts'
import { emailFactory } from '../../../test/emails.ts'

const app = await testApp()
const { as, database } = app
const newContact = contactFactory(as)
const { buildEmail } = emailFactory(app)
const user = as('USER')

const pageOf = async (searchTerm: string, more: object = {}) => {
  const { answer, status, problem } = await user.call(omnisearchApi.page, { query: { searchTerm, ...more } })
  expect(status, JSON.stringify(problem)).toBe(200)
  return answer
}
const userId = async (name: string) => {
  const one = database.kysely.selectFrom('app_user').select('id').where('username', '=', name)
  return (await one.executeTakeFirstOrThrow()).id
}
const encounter = async (contact: string, description: string, day: string, assigneeRef?: string) => {
  const body = {
    encounterType: 'TELEPHONE',
    description,
    originalKnownSince: `${day}T22:30:00.000Z`,
    assigneeRef,
  } as const
  return (await user.call(encounterApi.add, { params: { id: contact }, body })).answer.id
}

describe('a page of hits', () => {
  test('counts the hits of each type, and lists one type or all', async () => {
    const contact = (await newContact({ surname: 'Seitenweise' })).id
    for (let at = 0; at < 3; at++) await encounter(contact, `Seitenweise ${at}`, '2025-03-04')
    const email = await buildEmail({ subject: 'Seitenweise' })
    const counts = [
      { searchType: 'CONTACT', count: 1, more: false },
      { searchType: 'ENCOUNTER', count: 3, more: false },
      { searchType: 'EMAIL', count: 1, more: false },
    ]
    const all = await pageOf('seitenweise')
    expect(all.hits).toHaveLength(5)
    expect(all.counts).toEqual(counts)
    const mails = await pageOf('seitenweise', { searchType: 'EMAIL' })
    expect(mails.hits.map(({ id }) => id)).toEqual([email])
    expect(mails.counts).toEqual(counts)
  })

  test('can be filtered by days in Zurich, contact, and assignee or author', async () => {
    const [one, other] = [(await newContact()).id, (await newContact()).id]
    const admin = await userId('ADMIN')
    const early = await encounter(one, 'Narrenschiff', '2025-03-04')
    const late = await encounter(other, 'Narrenschiff', '2025-03-10', admin)
    const document = (
      await as('ADMIN').call(contactDocumentApi.upload, {
        params: { id: one },
        file: new File(['x'], 'narrenschiff.txt'),
        body: {},
      })
    ).answer.document?.id
    const ids = async (more: object) => (await pageOf('narrenschiff', more)).hits.map(({ id }) => id)
    expect(await ids({})).toHaveLength(3)
    // Half past ten in the evening in UTC is the next day in Zurich.
    expect(await ids({ from: '2025-03-04', until: '2025-03-04' })).toEqual([early])
    expect(await ids({ from: '2025-03-05', until: '2025-03-10' })).toEqual([late])
    expect(new Set(await ids({ contactRef: one }))).toEqual(new Set([early, document]))
    expect(new Set(await ids({ userRef: admin }))).toEqual(new Set([late, document]))
    expect((await pageOf('narrenschiff', { userRef: admin, contactRef: other })).counts).toEqual([
      { searchType: 'ENCOUNTER', count: 1, more: false },
    ])
  })

  test('continues the one before without repeating or skipping a hit', async () => {
    const contact = (await newContact()).id
    await sql`
      insert into encounter (contact_id, encounter_type, original_known_since, description)
      select ${contact}, 'TELEPHONE', now() - n * interval '1 minute', 'Blaetterwald' from generate_series(1, 120) n`.execute(
      database.kysely,
    )
    const pages = await Promise.all([1, 2, 3, 4].map((page) => pageOf('blaetterwald', { page })))
    expect(pages.map(({ hits }) => hits.length)).toEqual([50, 50, 20, 0])
    const hits = pages.flatMap(({ hits }) => hits)
    expect(new Set(hits.map(({ id }) => id)).size).toBe(120)
    expect(hits.map(({ atUtc }) => atUtc)).toEqual(
      hits
        .map(({ atUtc }) => atUtc)
        .sort()
        .reverse(),
    )
    const box = await pageOf('blaetterwald', { ofEach: 8 })
    expect(box.counts).toEqual([{ searchType: 'ENCOUNTER', count: 120, more: false }])
    // For a very common word the first page counts only the latest hits.
    await sql`
      insert into encounter (contact_id, encounter_type, original_known_since, description)
      select ${contact}, 'TELEPHONE', now() - n * interval '1 day', 'Blaetterwald' from generate_series(1, 500) n`.execute(
      database.kysely,
    )
    expect((await pageOf('blaetterwald', { ofEach: 8 })).counts).toEqual([
      { searchType: 'ENCOUNTER', count: 500, more: true },
    ])
  })

  test.each([
    ['no day', { from: '2025-02-31' }],
    ['no id', { contactRef: 'x' }],
    ['page 0', { page: 0 }],
    ['page 1001', { page: 1001 }],
  ])('refuses %s', async (_, more) => {
    expect((await user.call(omnisearchApi.page, { query: { searchTerm: 'a', ...more } })).status).toBe(400)
  })
})

test.each([
  ['ten thousand characters', 'x'.repeat(10_000), 400],
  ['blanks', ' \t\n\u00a0\u2003 ', 400],
  ['a NUL', 'a\u0000b', 400],
  ['wildcards', '%%% ___ \\\\ % _', 200],
  ['wildcards around a letter', '%a_', 200],
  ['control characters', 'a\u0001\u001b[31m\u007f\u202e', 200],
  ['two hundred words', 'a '.repeat(100).trim(), 200],
  ['words of one sign', 'a b c d e f g h', 200],
  ['one sign many times', 'e'.repeat(200), 200],
  ['what looks like a pattern', '(a+)+$ [[:alpha:]]* :x $1 ?', 200],
  ['a day that is none', '99.99.9999', 200],
  ['a day of another age', '01.01.0001', 200],
  ['digits alone', '0'.repeat(200), 200],
])('a search with %s is answered without a server error', async (_, searchTerm, status) => {
  for (const call of [omnisearchApi.search, omnisearchApi.page]) {
    const reply = await user.call(call, { query: { searchTerm } })
    expect(reply.status, JSON.stringify(reply.problem)).toBe(status)
  }
})
