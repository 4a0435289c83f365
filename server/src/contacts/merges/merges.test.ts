import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { appointmentApi } from '#contract/calendars/appointments'
import { type Contact, contactApi } from '#contract/contacts/contacts'
import { duplicateApi } from '#contract/contacts/duplicates'
import { encounterApi } from '#contract/contacts/encounters'
import { mergeApi } from '#contract/contacts/merges'
import { addressApi, emailAddressApi } from '#contract/contacts/parts'
import { contactRecordApi } from '#contract/contacts/records'
import { contactRelationApi } from '#contract/contacts/relations'
import { concerns, readTold, shownSubjects, toldHeader } from '#contract/live'
import { emailApi } from '#contract/mail/inbox'
import { draftApi } from '#contract/mail/outgoing'
import { boardApi } from '#contract/orders/boards'
import { flameApi } from '#contract/orders/flames'
import { omnisearchApi } from '#contract/overview/omnisearch'
import { commentApi } from '#contract/together/comments'
import { historyApi } from '#contract/together/history'
import { projectApi } from '#contract/work/projects'
import { testApp } from '../../../test/app.ts'
import { callAtOnce } from '../../../test/at-once.ts'
import { contactFactory } from '../../../test/contacts.ts'
import { duplicateFinder } from '../../../test/duplicates.ts'
import { emailFactory } from '../../../test/emails.ts'
import { flameFactory } from '../../../test/flames.ts'
import { importer } from '../../../test/imports.ts'
import { projectFactory } from '../../../test/projects.ts'
import { forgetOldMerges } from './merges.ts'

const testing = await testApp()
const { as, database, appContext } = testing
const admin = as('ADMIN')
const user = as('USER')
const buildContact = contactFactory(as)
const { buildFlame } = flameFactory(as)
const { buildProject } = projectFactory(as)
const { buildEmail } = emailFactory(testing)
const get = async (id: string) => (await user.call(contactApi.get, { params: { id } })).answer
const merge = (survivor: Contact, others: readonly Contact[], more: object = {}) =>
  admin.call(mergeApi.merge, {
    body: {
      survivorRef: survivor.id,
      contacts: [survivor, ...others].map(({ id, version }) => ({ contactRef: id, version })),
      ...more,
    },
  })
const undo = (id: string) => admin.call(mergeApi.undo, { params: { id } })
/** Drops the fields that every write changes. */
const content = ({ version: _, updatedAtUtc: __, ...contact }: Contact) => contact

/** Tables of slices that do not exist yet: the merge finds them by their foreign keys. */
beforeAll(async () => {
  await database.pool.query(`
    create table later_note (id uuid primary key default uuid_v7(), contact_id uuid not null references contact on delete cascade,
                             text text not null);
    create table later_order (id uuid primary key default uuid_v7(), contact_id uuid not null references contact,
                              reseller_id uuid references contact on delete set null);
    create table later_only (contact_id uuid primary key references contact on delete cascade, text text not null)`)
})
const notesOf = async (id: string) =>
  (await database.pool.query('select text from later_note where contact_id = $1 order by text', [id])).rows.map(
    ({ text }) => text,
  )
const addNote = (id: string, text: string) =>
  database.pool.query('insert into later_note (contact_id, text) values ($1, $2)', [id, text])

describe('a merge', () => {
  test('keeps everything of both contacts in one, and the old id leads to it', async () => {
    const person = await buildContact({ surname: 'Person' })
    const owner = await buildContact({
      surname: 'Eigner',
      addresses: [{ addressType: 'HOME', street: 'Geteilt 1', city: 'Bern', shareable: true }],
      emailAddresses: [{ address: 'geteilt@example.com' }],
    })
    const shares = {
      addresses: [{ addressType: 'HOME', sharedByContactPersonRef: owner.id } as const],
      emailAddresses: [{ address: 'geteilt@example.com', sharedByContactPersonRef: owner.id }],
    }
    const address = { addressType: 'HOME', street: 'Seestr. 1', zipCode: '8000', city: 'Zürich' } as const
    const one = await buildContact({
      givenName: 'Anna',
      companyName: 'Werk AG',
      remarks: 'eins',
      addresses: [address, ...shares.addresses],
      emailAddresses: [{ address: 'eins@example.com', favorite: true }, ...shares.emailAddresses],
      phoneNumbers: [{ type: 'MOBILE', number: '079 111 11 11' }],
      contactPersons: [{ contactRef: person.id }],
    })
    const two = await buildContact({
      givenName: 'Anne',
      birthdate: '1980-01-01',
      customer: true,
      remarks: 'zwei',
      addresses: [{ ...address, street: 'Seestrasse 1' }, { ...address, street: 'Anderswo 2' }, ...shares.addresses],
      emailAddresses: [{ address: 'zwei@example.com', favorite: true }, ...shares.emailAddresses],
      phoneNumbers: [{ type: 'BUSINESS', number: '044 222 22 22' }],
      contactPersons: [{ contactRef: person.id }, { contactRef: one.id }],
    })
    const third = await buildContact({ surname: 'Dritte', contactPersons: [{ contactRef: two.id }] })
    const relate = (id: string, contactRef: string, type: 'COUPLE' | 'EMPLOYER' | 'CHILD') =>
      user.call(contactRelationApi.add, { params: { id }, body: { contactRef, type } })
    await relate(one.id, third.id, 'COUPLE')
    await relate(two.id, third.id, 'COUPLE')
    await relate(third.id, two.id, 'EMPLOYER')
    await relate(one.id, two.id, 'CHILD')
    await addNote(one.id, 'von eins')
    await addNote(two.id, 'von zwei')
    await database.pool.query('insert into later_order (contact_id, reseller_id) values ($1, $2), ($2, $1)', [
      third.id,
      two.id,
    ])
    const before = [await get(one.id), await get(two.id), await get(third.id)] as const

    const { answer, status, problem } = await merge(before[0], [before[1]], {
      fields: { givenName: two.id, birthdate: two.id, customer: two.id },
      allRemarks: true,
    })
    expect(status, JSON.stringify(problem)).toBe(200)
    const { survivor } = answer
    expect(survivor).toMatchObject({
      id: one.id,
      version: 2,
      fullName: 'Anne Beispiel',
      companyName: 'Werk AG',
      birthdate: '1980-01-01',
      customer: true,
      remarks: 'eins\n\nzwei',
    })
    expect(survivor.addresses.map(({ street }) => street)).toEqual(['Seestr. 1', 'Geteilt 1', 'Anderswo 2'])
    expect(survivor.emailAddresses.map((mail) => [mail.address, mail.favorite])).toEqual([
      ['eins@example.com', true],
      ['geteilt@example.com', false],
      ['zwei@example.com', false],
    ])
    expect(survivor.phoneNumbers).toHaveLength(2)
    expect(survivor.contactPersons.map(({ contactRef }) => contactRef)).toEqual([person.id])
    expect((await get(third.id)).contactPersons).toMatchObject([{ contactRef: one.id }])
    const relations = (await user.call(contactRelationApi.list, { params: { id: one.id } })).answer
    expect(relations.map(({ contactRef, type }) => [contactRef, type])).toEqual([
      [third.id, 'COUPLE'],
      [third.id, 'EMPLOYEE'],
    ])
    expect(await notesOf(one.id)).toEqual(['von eins', 'von zwei'])
    const orders = await database.pool.query('select * from later_order where contact_id = $1 or reseller_id = $1', [
      one.id,
    ])
    expect(orders.rows).toHaveLength(2)
    expect(await get(two.id)).toEqual(survivor)
    const found = await user.call(contactApi.search, { body: { emailAddress: 'zwei@example.com' } })
    expect(found.answer.contacts.map(({ id }) => id)).toEqual([one.id])
    const { entries } = (await user.call(historyApi.ofContact, { params: { id: one.id } })).answer
    expect(entries.flatMap(({ changes }) => changes)).toContainEqual({
      field: 'mergedFrom',
      before: [],
      after: ['Anne Beispiel'],
    })
    expect(entries.filter(({ entity, action }) => entity === 'contact' && action === 'CREATED')).toHaveLength(2)

    expect((await undo(answer.mergeRef)).status).toBe(204)
    expect(content(await get(one.id))).toEqual(content(before[0]))
    expect(content(await get(two.id))).toEqual(content(before[1]))
    expect(content(await get(third.id))).toEqual(content(before[2]))
    expect((await user.call(contactRelationApi.list, { params: { id: two.id } })).answer).toHaveLength(3)
    expect([await notesOf(one.id), await notesOf(two.id)]).toEqual([['von eins'], ['von zwei']])
    const { entries: later } = (await user.call(historyApi.ofContact, { params: { id: one.id } })).answer
    expect(later.flatMap(({ changes }) => changes)).toContainEqual({
      field: 'mergedFrom',
      before: ['Anne Beispiel'],
      after: [],
    })
    expect((await undo(answer.mergeRef)).problem.code).toBe('MERGE_OVER')
    const again = await user.call(contactApi.search, { body: { emailAddress: 'zwei@example.com' } })
    expect(again.answer.contacts.map(({ id }) => id)).toEqual([two.id])
  })

  test('of several contacts can be merged again into another contact', async () => {
    const made = [await buildContact(), await buildContact(), await buildContact(), await buildContact()] as const
    for (const [at, { id }] of made.entries()) await addNote(id, `${at}`)
    const { answer: first } = await merge(made[0], [made[1], made[2]])
    const { answer: second } = await merge(made[3], [first.survivor])
    expect((await get(made[1].id)).id).toBe(made[3].id)
    expect(await notesOf(made[3].id)).toHaveLength(4)
    const listed = (await admin.call(mergeApi.list, {})).answer
    expect(listed[0]).toMatchObject({ id: second.mergeRef, survivorRef: made[3].id, createdBy: 'ADMIN' })
    expect(listed.some(({ id }) => id === first.mergeRef)).toBe(false)
    expect((await undo(first.mergeRef)).problem.code).toBe('MERGE_OVER')
    await undo(second.mergeRef)
    expect((await get(made[1].id)).id).toBe(made[0].id)
    expect((await undo(first.mergeRef)).status).toBe(204)
    expect(await notesOf(made[2].id)).toEqual(['2'])
  })

  test('by two people at once: one succeeds, the other is told what happened', async () => {
    const [one, two] = [await buildContact(), await buildContact({ surname: 'Zweite' })]
    const answers = await Promise.all([merge(one, [two]), merge(two, [one])])
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.problem.code).toBe('MERGED_MEANWHILE')
    const later = await merge(one, [two])
    expect(later.problem.code).toBe('MERGED_MEANWHILE')
    expect(later.problem.detail).toMatch(
      /^«Anna (Beispiel|Zweite)» wurde inzwischen von ADMIN mit «Anna .*» zusammengeführt\.$/,
    )
  })

  test('is reported to users who still write to the merged contact', async () => {
    const [survivor, gone] = [await buildContact({ surname: 'Bleibt' }), await buildContact({ surname: 'Geht' })]
    const params = { id: gone.id }
    const noted = await user.call(encounterApi.add, { params, body: { encounterType: 'TELEPHONE' } })
    await merge(survivor, [gone])
    const late = [
      await user.call(encounterApi.add, { params, body: { encounterType: 'POST', description: 'lang getippt' } }),
      await user.call(commentApi.add, { params, body: { text: 'lang getippt' } }),
      await user.call(emailAddressApi.add, { params, body: { address: 'spaet@example.com' } }),
      await user.call(contactRelationApi.add, { params, body: { contactRef: survivor.id, type: 'COUPLE' } }),
      await user.call(contactApi.update, { params, body: gone }),
      await user.call(contactApi.remove, { params }),
      await user.call(contactApi.restore, { params }),
      await admin.call(contactRecordApi.preview, { params }),
      await admin.call(contactRecordApi.erase, { params, body: { name: gone.fullName } }),
    ]
    for (const { problem } of late) {
      expect(problem.code).toBe('MERGED_MEANWHILE')
      expect(problem.detail).toBe('«Anna Geht» wurde inzwischen von ADMIN mit «Anna Bleibt» zusammengeführt.')
    }
    const { id: encId, version, originalKnownSince } = noted.answer
    const body = { version, originalKnownSince, encounterType: 'TELEPHONE' as const }
    const { problem } = await user.call(encounterApi.update, { params: { ...params, encId }, body })
    expect(problem.code).toBe('MOVED_ELSEWHERE')
    expect(problem.detail).toContain('«Anna Bleibt»')
  })

  test('is reported to users whose form still refers to the merged contact', async () => {
    const [survivor, gone] = [await buildContact({ surname: 'Bleibt' }), await buildContact({ surname: 'Geht' })]
    const other = await buildContact({ surname: 'Andere' })
    const flame = await buildFlame({ contactRef: other.id })
    const project = await buildProject()
    await merge(survivor, [gone])
    const contactRef = gone.id
    const params = { id: other.id }
    const later = { startUtc: '2036-05-05T08:00:00.000Z', endUtc: '2036-05-05T09:00:00.000Z', title: 'Beratung' }
    const { version } = flame
    const noted = await user.call(encounterApi.add, { params, body: { encounterType: 'TELEPHONE' } })
    const sharing = { addressType: 'HOME' as const, street: 'Geteilt 2', sharedByContactPersonRef: contactRef }
    const late = {
      flame: await user.call(flameApi.add, { body: { contactRef, taskboardRef: flame.taskboardRef } }),
      begun: await user.call(flameApi.begin, { params: { id: contactRef }, body: {} }),
      dossier: await user.call(flameApi.update, { params: flame, body: { version, dossier: { contactRef } } }),
      reseller: await user.call(flameApi.update, {
        params: flame,
        body: { version, dossier: { resellerRef: contactRef } },
      }),
      project: await user.call(projectApi.add, {
        body: { title: 'Messe', taskboardRef: project.taskboardRef, contactRefs: [other.id, contactRef] },
      }),
      concerns: await user.call(projectApi.update, {
        params: project,
        body: { version: project.version, contactRefs: [contactRef] },
      }),
      relation: await user.call(contactRelationApi.add, { params, body: { contactRef, type: 'COUPLE' } }),
      person: await user.call(contactApi.update, { params, body: { ...other, contactPersons: [{ contactRef }] } }),
      external: await user.call(contactApi.update, {
        params,
        body: { ...other, externalContactPersons: [{ contactRef }] },
      }),
      share: await user.call(addressApi.add, { params, body: sharing }),
      appointment: await user.call(appointmentApi.add, { body: { contactRef, ...later } }),
      moved: await admin.call(encounterApi.moveSeveral, {
        params,
        body: { ids: [noted.answer.id], target: contactRef },
      }),
      settled: await admin.call(duplicateApi.notDuplicate, { body: { contactRefs: [other.id, contactRef] } }),
      related: await admin.call(duplicateApi.relation, {
        body: { contactRef: other.id, otherRef: contactRef, type: 'COUPLE' },
      }),
    }
    const codes = Object.entries(late).map(([name, { problem }]) => [name, problem.code])
    expect(codes).toEqual(Object.keys(late).map((name) => [name, 'MERGED_MEANWHILE']))
    expect(late.flame.problem.detail).toBe('«Anna Geht» wurde inzwischen von ADMIN mit «Anna Bleibt» zusammengeführt.')
    const draft = await user.call(draftApi.add, { body: { contactRef } })
    expect(draft.answer.contactRef).toBe(survivor.id)
    const nowhere = { contactRef: randomUUID(), taskboardRef: flame.taskboardRef }
    expect((await user.call(flameApi.add, { body: nowhere })).problem.code).toBe('VALIDATION')
  })

  test('leaves lists filtered by the old id with those of the surviving contact', async () => {
    const [survivor, gone] = [await buildContact(), await buildContact({ surname: 'Gehtauch' })]
    const flame = await buildFlame({ contactRef: gone.id })
    const project = await buildProject({ contactRefs: [gone.id] })
    await user.call(encounterApi.add, { params: gone, body: { encounterType: 'POST', description: 'Zzyzx' } })
    const emailRef = await buildEmail()
    await user.call(emailApi.linkToContact, { params: { id: emailRef }, query: { contactRef: gone.id } })
    await merge(survivor, [gone])
    const contactRef = gone.id
    const emails = await user.call(emailApi.list, { query: { contactRef } })
    expect(emails.answer.emails).toMatchObject([{ id: emailRef }])
    expect((await user.call(emailApi.count, { query: { contactRef } })).answer.count).toBe(1)
    const boards = await user.call(boardApi.listFlameBoards, { query: { contactRef } })
    expect(boards.answer.map(({ id }) => id)).toEqual([flame.taskboardRef])
    const cards = await user.call(flameApi.board, { params: { id: flame.taskboardRef }, query: { contactRef } })
    expect(cards.answer.flames).toMatchObject([{ id: flame.id }])
    expect((await user.call(flameApi.search, { body: { contactRef } })).answer.flames).toMatchObject([{ id: flame.id }])
    expect((await user.call(flameApi.count, { body: { contactRef } })).answer).toMatchObject({ count: 1 })
    expect((await user.call(flameApi.countByContact, { query: { contactRef } })).answer).toMatchObject({ count: 1 })
    const onBoard = await user.call(projectApi.board, { params: { id: project.taskboardRef }, query: { contactRef } })
    expect(onBoard.answer).toMatchObject([{ id: project.id }])
    expect((await user.call(projectApi.search, { body: { contactRef } })).answer.projects).toMatchObject([
      { id: project.id },
    ])
    const hits = await user.call(omnisearchApi.page, { query: { searchTerm: 'Zzyzx', contactRef } })
    expect(hits.answer.hits).toMatchObject([{ contactRef: survivor.id }])
    // what becomes of the survivor makes what is counted by the old id old
    const { response } = await user.call(flameApi.remove, { params: { id: flame.id } })
    const shown = shownSubjects(flameApi.countByContact.shows ?? [], { contactRef })
    const told = readTold(String(response.headers[toldHeader]))
    expect(shown.some((one) => told.some((changed) => concerns(one, changed)))).toBe(true)
  })

  test('of edited, deleted, unknown or equal contacts is refused', async () => {
    const [one, two] = [await buildContact(), await buildContact()]
    await user.call(contactApi.update, { params: { id: two.id }, body: { ...two, surname: 'Neu' } })
    expect((await merge(one, [two])).problem).toMatchObject({ code: 'STALE_VERSION', current: { surname: 'Neu' } })
    await user.call(contactApi.remove, { params: { id: two.id } })
    expect((await merge(one, [{ ...two, version: 3 }])).problem.code).toBe('IN_BIN')
    expect((await merge(one, [{ ...two, id: randomUUID() }])).status).toBe(404)
    expect((await merge(one, [one])).problem.code).toBe('VALIDATION')
    const strangers = { survivorRef: randomUUID() }
    expect((await merge(one, [await buildContact()], strangers)).problem.code).toBe('VALIDATION')
    const field = { fields: { surname: randomUUID() } }
    expect((await merge(one, [await buildContact()], field)).problem.errors).toMatchObject([{ path: 'fields' }])
    expect((await as('USER').call(mergeApi.list, {})).status).toBe(403)
  })

  test('is refused as a whole when both contacts have a row that must be unique', async () => {
    const [one, two] = [await buildContact(), await buildContact()]
    await database.pool.query('insert into later_only values ($1, $3), ($2, $3)', [one.id, two.id, 'x'])
    await addNote(two.id, 'bleibt')
    const { problem } = await merge(one, [two])
    expect(problem).toMatchObject({ code: 'MERGE_CONFLICT' })
    expect(await notesOf(two.id)).toEqual(['bleibt'])
    expect((await get(two.id)).id).toBe(two.id)
  })

  test('of remarks that are too long together is refused without loss', async () => {
    const [one, two] = [
      await buildContact({ remarks: 'a'.repeat(6000) }),
      await buildContact({ remarks: `${'b'.repeat(3997)}\u{1f525}${'c'.repeat(2000)}` }),
    ]
    const refused = await merge(one, [two], { allRemarks: true })
    expect(refused.problem).toMatchObject({ status: 409, code: 'REMARKS_TOO_LONG' })
    expect((await get(one.id)).remarks).toBe(one.remarks)
    expect((await get(two.id)).remarks).toBe(two.remarks)
  })

  test('stays when the import of one of its contacts is rolled back', async () => {
    const { run, rowsOf, rollBack } = await importer(testing)
    const imported = await run('Vorname;Nachname;E-Mail\nIda;Importiert;ida@merge.example\n')
    const ref = (await rowsOf(imported.id))[0]?.contactRef ?? ''
    const one = await buildContact()
    await merge(one, [await get(ref)])
    expect(await rollBack(imported.id)).toMatchObject({ undone: 0, undoRefused: 1 })
    expect((await get(one.id)).emailAddresses.map(({ address }) => address)).toEqual(['ida@merge.example'])
  })

  test('settles its pair of duplicates', async () => {
    const { search, groupOf } = duplicateFinder(testing)
    const twin = { surname: 'Paarweise', birthdate: '1966-06-06' }
    const [one, two, three] = [await buildContact(twin), await buildContact(twin), await buildContact(twin)]
    await admin.call(duplicateApi.notDuplicate, { body: { contactRefs: [two.id, three.id] } })
    await search()
    await merge(one, [two])
    await search()
    expect(await groupOf(one.id)).toBeUndefined()
  })
})

describe('undoing a merge', () => {
  test('keeps what was added and edited since, where it can be told apart', async () => {
    const mail = (address: string) => ({ emailAddresses: [{ address }] })
    const [one, two] = [await buildContact(mail('a1@undo.example')), await buildContact(mail('a2@undo.example'))]
    const { answer } = await merge(one, [two], { fields: {} })
    const moved = answer.survivor.emailAddresses.find(({ address }) => address === 'a2@undo.example')
    await user.call(emailAddressApi.update, {
      params: { id: one.id, subId: moved?.id ?? '' },
      body: { version: moved?.version ?? 0, address: 'a3@undo.example' },
    })
    await user.call(emailAddressApi.add, { params: { id: one.id }, body: { address: 'a4@undo.example' } })
    await user.call(contactApi.update, { params: { id: one.id }, body: { ...answer.survivor, surname: 'Neu' } })
    expect((await undo(answer.mergeRef)).status).toBe(204)
    expect((await get(one.id)).emailAddresses.map(({ address }) => address)).toEqual([
      'a1@undo.example',
      'a4@undo.example',
    ])
    expect(await get(one.id)).toMatchObject({ surname: 'Neu' })
    expect((await get(two.id)).emailAddresses.map(({ address }) => address)).toEqual(['a3@undo.example'])
  })

  test('is refused with the changed fields named when a field filled by the merge was edited', async () => {
    const [one, two] = [await buildContact(), await buildContact({ givenName: 'Anne', birthdate: '1990-09-09' })]
    const { answer } = await merge(one, [two], { fields: { givenName: two.id, birthdate: two.id } })
    const changed = { ...answer.survivor, givenName: 'Annette', birthdate: '1990-09-10' }
    await user.call(contactApi.update, { params: { id: one.id }, body: changed })
    const refused = await undo(answer.mergeRef)
    expect(refused.problem).toMatchObject({
      code: 'MERGE_EDITED',
      detail: 'Die Zusammenführung lässt sich nicht mehr trennen, weil seither geändert wurde: Vorname, Geburtsdatum.',
    })
    expect(await get(one.id)).toMatchObject({ givenName: 'Annette' })
  })

  test('ends after 30 days, and the old id still leads to the surviving contact', async () => {
    const [one, two] = [await buildContact(), await buildContact()]
    const { answer } = await merge(one, [two])
    await database.pool.query(`update contact_merge set created_at = now() - interval '31 days' where id = $1`, [
      answer.mergeRef,
    ])
    expect((await undo(answer.mergeRef)).problem.code).toBe('MERGE_OVER')
    await forgetOldMerges(appContext)
    const kept = await database.pool.query('select snapshot from contact_merge where id = $1', [answer.mergeRef])
    expect(kept.rows).toEqual([{ snapshot: null }])
    expect((await get(two.id)).id).toBe(one.id)
    // The former name is forgotten by then.
    const { problem } = await user.call(contactApi.remove, { params: { id: two.id } })
    expect(problem.detail).toBe('Dieser Kontakt wurde inzwischen von ADMIN mit «Anna Beispiel» zusammengeführt.')
  })

  test('waits while the surviving contact is in the bin, when its e-mail addresses and numbers are free for others', async () => {
    const one = await buildContact()
    const emailAddresses = [{ address: 'korb@undo.example' }]
    const phoneNumbers = [{ type: 'MOBILE' as const, number: '+41 79 555 77 01' }]
    const two = await buildContact({ emailAddresses, phoneNumbers })
    const { answer } = await merge(one, [two])
    const params = { id: one.id }
    const add = (parts: object) =>
      user.call(contactApi.add, { body: { legalType: 'NATURAL', surname: 'Dritte', ...parts }, query: {} })
    const codes = async () => [(await add({ emailAddresses })).problem.code, (await add({ phoneNumbers })).problem.code]
    expect(await codes()).toEqual(['EMAIL_EXIST', 'PHONENUMBER_EXIST'])
    await user.call(contactApi.remove, { params })
    expect((await undo(answer.mergeRef)).problem.code).toBe('IN_BIN')
    const third = await add({ emailAddresses, phoneNumbers })
    expect(third.status).toBe(200)
    expect((await user.call(contactApi.restore, { params })).problem.code).toBe('EMAIL_EXIST')
    await user.call(contactApi.remove, { params: { id: third.answer.id } })
    await user.call(contactApi.restore, { params })
    expect((await undo(answer.mergeRef)).status).toBe(204)
    expect(await codes()).toEqual(['EMAIL_EXIST', 'PHONENUMBER_EXIST'])
  })

  test('that does not exist is answered with 404', async () => {
    expect((await undo(randomUUID())).status).toBe(404)
  })
})

test('a merge keeps an address that another contact begins to share at the same moment', async () => {
  const addresses = [{ addressType: 'HOME' as const, street: 'Gasse 1', city: 'Bern', shareable: true }]
  const [survivor, other] = [await buildContact({ addresses }), await buildContact({ addresses })]
  const sharing = await buildContact({ surname: 'Teil' })
  const [shared, merged] = await callAtOnce(
    database,
    () =>
      user.call(addressApi.add, {
        params: { id: sharing.id },
        body: { addressType: 'HOME', sharedByContactPersonRef: other.id },
      }),
    () => merge(survivor, [other]),
  )
  expect([shared.status, merged.status]).toEqual([200, 200])
  expect((await get(survivor.id)).addresses).toHaveLength(2)
})
