import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { encounterApi } from '#contract/contacts/encounters'
import { emailAddressApi, phoneNumberApi } from '#contract/contacts/parts'
import { emailApi } from '#contract/mail/inbox'
import { boardApi } from '#contract/orders/boards'
import { flameApi } from '#contract/orders/flames'
import { omnisearchApi } from '#contract/overview/omnisearch'
import { projectApi } from '#contract/work/projects'
import { testApp } from '../../../test/app.ts'
import { emailFactory } from '../../../test/emails.ts'
import { flameEditor, flameFactory } from '../../../test/flames.ts'
import { projectFactory } from '../../../test/projects.ts'
import { recognise } from './recognise.ts'
import { snippet } from './snippet.ts'

const app = await testApp()
const { as, database } = app
const { buildContact, buildBoard, buildFlame } = flameFactory(as)
const { saved } = flameEditor(as)
const { buildBoard: buildProjectBoard, buildProject } = projectFactory(as)
const { buildEmail } = emailFactory(app)
type Role = Parameters<typeof as>[0]

const search = async (searchTerm: string, role: Role = 'USER', more: object = {}) => {
  const { answer, status, problem } = await as(role).call(omnisearchApi.search, { query: { searchTerm, ...more } })
  expect(status, JSON.stringify(problem)).toBe(200)
  return answer
}
const found = async (term: string, role?: Role) =>
  (await search(term, role)).map(({ searchType, id }) => [searchType, id])
const encounter = async (contact: string, description: string, at = new Date().toISOString()) =>
  (
    await as('USER').call(encounterApi.add, {
      params: { id: contact },
      body: { encounterType: 'TELEPHONE', description, originalKnownSince: at },
    })
  ).answer.id

describe('the global search', () => {
  test('finds every kind of record with the words, with its context and the matching field', async () => {
    const addresses = [{ addressType: 'HOME' as const, street: 'Talgasse 4', zipCode: '3011', city: 'Bern' }]
    const contact = (await buildContact({ surname: 'Zirbenhofer', givenName: 'Ümit', addresses })).id
    const flame = await buildFlame({ contactRef: contact })
    await saved(flame, { dossier: { certificateName: 'Schale Zirbenhofer', sapOrdernumber: 'SAP-778812' } })
    const told = await encounter(contact, 'Fragt nach dem Deckel für Zirbenhofer aus Corten')
    const email = await buildEmail({ subject: 'Zirbenhofer wartet', text: 'Guten Tag' })
    const hits = await search('zirbenhofer')
    expect(new Set(hits.map(({ searchType }) => searchType))).toEqual(
      new Set(['CONTACT', 'FLAME', 'ENCOUNTER', 'EMAIL']),
    )
    expect(hits.find(({ searchType }) => searchType === 'CONTACT')).toMatchObject({
      id: contact,
      upstreamRef: contact,
      title: 'Ümit Zirbenhofer',
      address: 'Talgasse 4, 3011 Bern',
      matched: { field: 'NAME', text: 'Ümit Zirbenhofer' },
    })
    expect(hits.find(({ searchType }) => searchType === 'FLAME')).toMatchObject({
      id: flame.id,
      blackBoardRef: flame.taskboardRef,
      contactRef: contact,
      matched: { field: 'CERTIFICATE', text: 'Schale Zirbenhofer' },
    })
    expect(hits.find(({ searchType }) => searchType === 'ENCOUNTER')).toMatchObject({
      id: told,
      contactRef: contact,
      matched: { field: 'TEXT', text: 'Fragt nach dem Deckel für Zirbenhofer aus Corten' },
    })
    expect(hits.find(({ searchType }) => searchType === 'EMAIL')).toMatchObject({ id: email, assigneeRef: null })
    // Several words in any order over several fields, parts of words, other spellings.
    expect(await found('zirbenh umit')).toContainEqual(['CONTACT', contact])
    expect(await found('uemit ZIRBEN')).toContainEqual(['CONTACT', contact])
    expect(await found('corten deckel')).toEqual([['ENCOUNTER', told]])
    expect(await found('zirbenhofer niemals')).toEqual([])
  })

  test('finds a flame once by words in its dossier, its contact or both', async () => {
    const contact = (await buildContact({ surname: 'Quellmatt', givenName: 'Ursina' })).id
    const flame = await buildFlame({ contactRef: contact })
    await saved(flame, { dossier: { certificateName: 'Schale Quellmatt', sapOrdernumber: 'SAP-55221' } })
    for (const term of ['quellmatt', 'ursina quellmatt', 'ursina schale', 'schale quellmatt', '55221 ursina schale']) {
      const flames = (await found(term)).filter(([type]) => type === 'FLAME')
      expect(flames, term).toEqual([['FLAME', flame.id]])
    }
    expect(await found('ursina quellmatt wintergarten')).toEqual([])
  })

  test('ranks exact matches first', async () => {
    const other = (await buildContact({ surname: 'Anders', companyName: 'Firma 4711 AG' })).id
    const contact = (await buildContact({ surname: 'Genau' })).id
    await as('USER').call(emailAddressApi.add, { params: { id: contact }, body: { address: 'genau@muster.example' } })
    await as('USER').call(phoneNumberApi.add, {
      params: { id: contact },
      body: { number: '+41 79 555 47 11', type: 'MOBILE' },
    })
    const flame = await buildFlame({ contactRef: other })
    await saved(flame, { dossier: { sapOrdernumber: '4711' } })
    expect((await found('4711'))[0]).toEqual(['FLAME', flame.id])
    expect((await found('genau@muster.example'))[0]).toEqual(['CONTACT', contact])
    expect((await found('mailto:genau@muster.example'))[0]).toEqual(['CONTACT', contact])
    const copied = ['tel:+41795554711', 'Tel. 079 555 47 11', 'Tél.: 079 555 47 11,', '079 555 47 11;']
    for (const number of ['079 555 47 11', '+41795554711', '0041 79 555 47 11', '(079) 555-47-11', ...copied]) {
      expect(await found(number), number).toEqual([['CONTACT', contact]])
      expect((await search(number))[0]?.matched, number).toEqual({ field: 'PHONE_NUMBER', text: '+41795554711' })
    }
    // Longer numbers that contain this one and were added later.
    const longer = (await buildContact({ surname: 'Laenger' })).id
    await as('USER').call(phoneNumberApi.add, {
      params: { id: longer },
      body: { number: '+49 179 555 471 10', type: 'MOBILE' },
    })
    expect(await found('079 555 47 11')).toEqual([
      ['CONTACT', contact],
      ['CONTACT', longer],
    ])
    expect((await search('555471')).map(({ matched }) => matched.field)).toEqual(['PHONE_NUMBER', 'PHONE_NUMBER'])
  })

  test('finds a tax number in any notation', async () => {
    const taxed = await buildContact({ surname: 'Besteuert', uidCheck: { value: 'CHE-116.281.710 MWST' } })
    const foreign = await buildContact({ surname: 'Ausland', uidCheck: { value: 'ATU 10223006' } })
    for (const typed of ['CHE-116.281.710 MWST', 'CHE-116.281.710', 'che116281710', 'CHE 116 281 710 TVA']) {
      const hits = await search(typed)
      expect(
        hits.map(({ id }) => id),
        typed,
      ).toEqual([taxed.id])
      expect(hits[0]?.matched, typed).toEqual({ field: 'TAX_NUMBER', text: 'CHE-116.281.710 MWST' })
    }
    expect((await search('atu-10223006')).map(({ id }) => id)).toEqual([foreign.id])
    expect(await search('CHE-116.281.711')).toEqual([])
  })

  test('finds an EORI number in any notation, only with contacts that have it', async () => {
    const trader = await buildContact({ surname: 'Zoll', eoriCheck: { value: 'DE 9876543' } })
    const taxed = await buildContact({ surname: 'Steuer', uidCheck: { value: 'DE 136695976' } })
    const both = await buildContact({ surname: 'Beides', eoriCheck: { value: 'DE136695976' } })
    for (const typed of ['DE9876543', 'de 98 765 43', 'DE-9876543']) {
      const hits = await search(typed)
      expect(
        hits.map(({ id }) => id),
        typed,
      ).toEqual([trader.id])
      expect(hits[0]?.matched, typed).toEqual({ field: 'EORI', text: 'DE9876543' })
    }
    const hits = await search('DE136695976')
    expect(new Map(hits.map(({ id, matched }) => [id, matched.field]))).toEqual(
      new Map([
        [taxed.id, 'TAX_NUMBER'],
        [both.id, 'EORI'],
      ]),
    )
  })

  test('finds five digits both as a zip code and in phone numbers', async () => {
    const addresses = [{ addressType: 'HOME' as const, zipCode: '79098', city: 'Freiburg', country: 'DE' }]
    const there = (await buildContact({ surname: 'Badener', addresses })).id
    const called = (await buildContact({ surname: 'Anrufer' })).id
    await as('USER').call(phoneNumberApi.add, {
      params: { id: called },
      body: { number: '+41 44 379 09 81', type: 'LANDLINE' },
    })
    expect((await search('79098')).map(({ id, matched }) => [id, matched.field])).toEqual(
      expect.arrayContaining([
        [there, 'ADDRESS'],
        [called, 'PHONE_NUMBER'],
      ]),
    )
  })

  test('shows the matching number also for a contact that shares it', async () => {
    const owner = await buildContact({ surname: 'Teilerin' })
    const sharer = (await buildContact({ surname: 'Mitbenutzer' })).id
    const number = '+41 44 888 77 66'
    await as('USER').call(phoneNumberApi.add, { params: { id: owner.id }, body: { number, type: 'LANDLINE' } })
    const shared = { number, type: 'LANDLINE', sharedByContactPersonRef: owner.id } as const
    expect((await as('USER').call(phoneNumberApi.add, { params: { id: sharer }, body: shared })).status).toBe(200)
    const hits = await search('044 888 77 66')
    expect(hits.find(({ id }) => id === sharer)?.matched).toEqual({ field: 'PHONE_NUMBER', text: '+41448887766' })
  })

  test('finds flames due and e-mails received on a day', async () => {
    const flame = await buildFlame()
    await saved(flame, { dossier: { deliveryDate: '2031-05-17T09:00:00.000Z' } })
    const email = await buildEmail({ receivedAt: '2031-05-17T21:30:00.000Z' })
    for (const day of ['17.5.31', '17.05.2031']) {
      expect(await found(day)).toEqual([
        ['FLAME', flame.id],
        ['EMAIL', email],
      ])
      expect((await search(day)).map(({ matched }) => matched)).toEqual([
        { field: 'DATE', text: '17.05.2031' },
        { field: 'DATE', text: '17.05.2031' },
      ])
    }
    for (const day of ['18.05.2031', '01.01.0000', '0000-01-01']) expect(await found(day)).toEqual([])
  })

  test('finds a day in any notation, both by date and in texts', async () => {
    const contact = (await buildContact()).id
    const came = await encounter(contact, 'Anruf', '2019-02-03T09:00:00.000Z')
    const named = await encounter(contact, 'Liefern bis 3.2.2019 abends')
    await encounter(contact, 'Nicht vom 13.2.2019')
    const flame = await buildFlame()
    await saved(flame, { dossier: { notes: 'zugesagt am 03.02.19' } })
    const email = await buildEmail({ subject: 'Messe vom 03.02.2019' })
    for (const day of ['3.2.2019', '03.02.19', '2019-02-03', '3/2/2019']) {
      expect((await search(day)).map(({ id, matched }) => [id, matched.field])).toEqual([
        [came, 'DATE'],
        [email, 'SUBJECT'],
        [flame.id, 'TEXT'],
        [named, 'TEXT'],
      ])
    }
  })

  test('finds notes of contacts and dossiers, and names the matching field of each hit', async () => {
    const contact = await buildContact({
      surname: 'Zwetschgenstein',
      companyName: 'Holzwurmerei AG',
      remarks: 'Will nur Birnbaumscheite',
      phoneNumbers: [{ number: '079 437 11 77', type: 'MOBILE' }],
      addresses: [{ street: 'Rosenholzgasse 7', zipCode: '9437', city: 'Marbach', addressType: 'HOME' }],
    })
    const flame = await buildFlame({ contactRef: contact.id })
    await saved(flame, { dossier: { notes: 'Krempenlack in Petrol', avisText: 'Hintertor benützen' } })
    const matched = async (term: string) =>
      (await search(term)).map(({ id, matched: { field } }) => [id === flame.id ? 'FLAME' : 'CONTACT', field])
    expect(await matched('birnbaumscheite')).toEqual([['CONTACT', 'TEXT']])
    expect(await matched('zwetschgenstein birnbaumscheite')).toEqual([['CONTACT', 'NAME']])
    expect(await matched('krempenlack hintertor')).toEqual([['FLAME', 'TEXT']])
    expect(await matched('holzwurmerei')).toEqual([
      ['CONTACT', 'COMPANY'],
      ['FLAME', 'COMPANY'],
    ])
    expect(await matched('rosenholzgasse 7')).toContainEqual(['CONTACT', 'ADDRESS'])
    await as('USER').call(contactApi.remove, { params: { id: contact.id } })
    expect(await matched('birnbaumscheite')).toEqual([])
  })

  test('shows only what the user may see', async () => {
    const contact = (await buildContact({ surname: 'Verborgenheim' })).id
    const board = await buildBoard()
    const flame = await buildFlame({ contactRef: contact, taskboardRef: board.id })
    await encounter(contact, 'Verborgenheim rief an')
    const email = await buildEmail({ subject: 'Verborgenheim' })
    const types = async (role: Role) =>
      [...new Set((await search('verborgenheim', role)).map(({ searchType }) => searchType))].sort()
    expect(await types('USER')).toEqual(['CONTACT', 'EMAIL', 'ENCOUNTER', 'FLAME'])
    expect(await types('TERMIN_USER')).toEqual(['CONTACT', 'ENCOUNTER'])
    expect(await types('TERMIN_API')).toEqual([])
    const { id, version, title, steps } = board
    const admin = (
      await database.kysely
        .selectFrom('app_user')
        .select('id')
        .where('username', '=', 'ADMIN')
        .executeTakeFirstOrThrow()
    ).id
    await as('ADMIN').call(boardApi.update, {
      params: { id },
      body: { version, title, steps, assignedUsers: [admin], assignedRoles: [] },
    })
    expect(await types('USER')).toEqual(['CONTACT', 'EMAIL', 'ENCOUNTER'])
    expect(await types('ADMIN')).toContain('FLAME')
    await as('USER').call(emailApi.remove, { params: { id: email } })
    await as('ADMIN').call(flameApi.remove, { params: { id: flame.id } })
    expect(await types('ADMIN')).toEqual(['CONTACT', 'ENCOUNTER'])
    await as('USER').call(contactApi.remove, { params: { id: contact } })
    expect(await types('ADMIN')).toEqual([])
  })

  test('finds projects by their texts, contacts and due day', async () => {
    const contact = (await buildContact({ surname: 'Lärchenwald', givenName: 'Ines' })).id
    const project = await buildProject({
      title: 'Messestand Olten',
      description: '<p>Neue <b>Tafeln</b> bestellen</p>',
      contactRefs: [contact],
      finished: '2032-06-09T15:00:00.000Z',
    })
    const is = ['PROJECT', project.id]
    expect(await search('messest')).toEqual([
      {
        id: project.id,
        upstreamRef: project.id,
        searchType: 'PROJECT',
        title: 'Messestand Olten',
        contactRef: null,
        contactName: 'Ines Lärchenwald',
        blackBoardRef: project.taskboardRef,
        assigneeRef: project.assigneeRef,
        emailAddress: null,
        address: null,
        atUtc: project.updatedUtc,
        matched: { field: 'SUBJECT', text: 'Messestand Olten' },
      },
    ])
    expect((await search('tafeln'))[0]?.matched).toEqual({ field: 'TEXT', text: 'Neue Tafeln bestellen' })
    expect((await search('laerchenwald', 'USER', { searchType: 'PROJECT' }))[0]?.matched.field).toBe('NAME')
    expect(await found('olten ines tafeln')).toEqual([is])
    expect(await found('olten niemals')).toEqual([])
    expect(await found('9.6.2032')).toEqual([is])
    expect(await found('10.6.2032')).toEqual([])
    const page = async (query: object) =>
      (await as('USER').call(omnisearchApi.page, { query: { searchTerm: 'messestand', ...query } })).answer
    expect((await page({ contactRef: contact })).counts).toEqual([{ searchType: 'PROJECT', count: 1, more: false }])
    expect((await page({ contactRef: project.id })).hits).toEqual([])
    expect((await page({ userRef: project.assigneeRef ?? '' })).hits).toHaveLength(1)
    expect((await page({ until: '2001-01-01' })).hits).toEqual([])
  })

  test('shows projects of visible boards outside the bin, open before archived ones', async () => {
    const board = await buildProjectBoard()
    const first = await buildProject({ title: 'Kaminhaus', taskboardRef: board.id })
    const second = await buildProject({ title: 'Kaminhaus', taskboardRef: board.id })
    await as('USER').call(projectApi.archive, { params: { id: second.id } })
    const both = [
      ['PROJECT', first.id],
      ['PROJECT', second.id],
    ]
    for (const role of ['USER', 'PROJECT_MANAGER'] as const) expect(await found('kaminhaus', role)).toEqual(both)
    expect(await found('kaminhaus', 'TERMIN_USER')).toEqual([])
    const { id, version, title, steps } = board
    const admin = await database.kysely.selectFrom('app_user').select('id').where('username', '=', 'ADMIN').execute()
    const assignedUsers = admin.map((one) => one.id)
    const body = { kind: 'PROJECT' as const, version, title, steps, assignedUsers, assignedRoles: [] }
    expect((await as('ADMIN').call(boardApi.update, { params: { id }, body })).status).toBe(200)
    expect(await found('kaminhaus')).toEqual([])
    expect(await found('kaminhaus', 'ADMIN')).toEqual(both)
    await as('ADMIN').call(projectApi.remove, { params: { id: first.id } })
    expect(await found('kaminhaus', 'ADMIN')).toEqual([['PROJECT', second.id]])
  })

  test('can be limited to one type and to a number of hits', async () => {
    for (let at = 0; at < 12; at++) await buildContact({ surname: 'Vielfach', givenName: `Nr${at}` })
    expect(await search('vielfach')).toHaveLength(8)
    expect(await search('vielfach', 'USER', { searchType: 'CONTACT', limit: 100 })).toHaveLength(12)
    expect(await search('vielfach', 'USER', { searchType: 'EMAIL' })).toEqual([])
  })

  test('ranks an exact name before many longer ones, and takes no phone number out of a word', async () => {
    await sql`
      insert into contact (legal_type, surname) select 'NATURAL', 'Steinmetz' || n from generate_series(1, 1100) n`.execute(
      database.kysely,
    )
    const { id } = await buildContact({ surname: 'Steinmetz', givenName: 'Zoe' })
    await buildContact({ surname: 'Nachsteinmetz' })
    expect((await found('steinmetz'))[0]).toEqual(['CONTACT', id])
    const called = (await buildContact({ surname: 'Nummer' })).id
    await as('USER').call(phoneNumberApi.add, {
      params: { id: called },
      body: { number: '+41 79 666 41 70', type: 'MOBILE' },
    })
    expect(await found('66641')).toContainEqual(['CONTACT', called])
    expect(await found('Nr66641')).toEqual([])
  })

  test('shows the latest of very many hits', async () => {
    await sql`
      insert into email (direction, subject, from_name, from_address, preview, message_id, thread_id, received_at, state,
                         source_hash, source_bytes, search)
      select 'INCOMING', 'Massenhaft', '', 'a@b.example', '', 'masse' || n, '00000000-0000-7000-8000-000000000000',
             now() - interval '1 day' + n * interval '1 second', 'OPEN', (select hash from stored_file limit 1), 1, ' massenhaft '
        from generate_series(1, 1200) n`.execute(database.kysely)
    const last = await database.kysely
      .selectFrom('email')
      .select('id')
      .where('subject', '=', 'Massenhaft')
      .orderBy('received_at', 'desc')
      .limit(8)
      .execute()
    expect((await search('massenhaft')).map(({ id }) => id)).toEqual(last.map(({ id }) => id))
  })

  test.each(['%', '_', '\\', "'; drop table contact; --", '\u0000x', '…', '((('])(
    'answers %j without a server error and without taking it for SQL',
    async (term) => {
      const { status } = await as('USER').call(omnisearchApi.search, { query: { searchTerm: term } })
      expect([200, 400]).toContain(status)
      expect(await search('zirbenhofer')).not.toEqual([])
    },
  )

  test.each([
    ['nothing', ''],
    ['blanks', '   '],
    ['ten thousand characters', 'x'.repeat(10_000)],
  ])('refuses %s', async (_, term) => {
    const { problem } = await as('USER').call(omnisearchApi.search, { query: { searchTerm: term } })
    expect(problem).toMatchObject({ code: 'VALIDATION', errors: [{ path: 'searchTerm' }] })
  })
})

test.each([
  ['079 555 47 11', { email: null, phone: '795554711', date: null }],
  ['1.3.26', { email: null, phone: null, date: '2026-03-01' }],
  ['2026-03-01', { phone: null, date: '2026-03-01' }],
  ['31.2.2026', { phone: '3122026' }],
  ['2026-02-31', { date: null }],
  ['Anna@Muster.CH', { email: 'anna@muster.ch' }],
  ['8001', { phone: null, date: null }],
  ['DE 123 456 789', { phone: null, taxNumber: 'DE123456789' }],
  ['Luna 80', { taxNumber: null }],
  ['Anna 1234567', { taxNumber: null }],
])('the input %j is recognised', (term, is) => {
  expect(recognise(term)).toMatchObject(is)
})

test.each([
  ['Eine Schale aus Müllheim', ['mullheim'], 'Eine Schale aus Müllheim'],
  ['Eine Schale aus Mullheim', ['muellheim'], 'Eine Schale aus Mullheim'],
  [`${'Wort '.repeat(60)}Grosse Feuerschale`, ['feuer'], /^… .*Grosse Feuerschale$/],
  ['Beim Abt d’Huet-Marl', ["d'huet", 'huet marl'], 'Beim Abt d’Huet-Marl'],
  ['nichts davon', ['anderes'], null],
])('the snippet of %j shows the context of %j', (text, words, part) => {
  const shown = snippet(text, words)?.part ?? null
  if (part instanceof RegExp) expect(shown).toMatch(part)
  else expect(shown).toBe(part)
})
