import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { contactDocumentApi } from '#contract/contacts/documents'
import { sharedDocumentApi } from '#contract/lists/galleries'
import { historyApi } from '#contract/together/history'
import { testApp } from '../../../test/app.ts'
import { contactFactory } from '../../../test/contacts.ts'
import { emptyContactDocumentBin } from './documents.ts'

const { as, database, appContext } = await testApp()
const admin = as('ADMIN')
const newContact = contactFactory(as)
const contact = async () => (await newContact({ surname: 'Dokument' })).id

const file = (content: string, name: string) => new File([content], name)

async function send(id: string, content: string, name: string, classification?: string) {
  const body = classification ? { classification } : {}
  const reply = await admin.call(contactDocumentApi.upload, { params: { id }, file: file(content, name), body })
  expect(reply.status, JSON.stringify(reply.problem)).toBe(200)
  return reply.answer
}

async function added(id: string, content: string, name: string, classification?: string) {
  const { result, document } = await send(id, content, name, classification)
  expect(result).toBe('OK')
  if (!document) throw new Error('an uploaded document is answered')
  return document
}

const list = async (id: string, role: 'ADMIN' | 'USER' = 'ADMIN') =>
  (await as(role).call(contactDocumentApi.list, { params: { id } })).answer
const names = async (id: string, role: 'ADMIN' | 'USER' = 'ADMIN') => (await list(id, role)).map(({ name }) => name)
const count = async (id: string, role: 'ADMIN' | 'USER' = 'ADMIN') =>
  (await as(role).call(contactDocumentApi.count, { params: { id } })).answer.count
const content = async (id: string, attId: string) =>
  (await as('USER').call(contactDocumentApi.download, { params: { id, attId } })).response.body

async function classificationFor(title: string, role: string): Promise<string> {
  const { id } = await database.kysely
    .insertInto('document_classification')
    .values({ title })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into document_classification_role (owner_id, role_id)
    select ${id}, id from role where name = ${role}`.execute(database.kysely)
  return id
}

describe('an upload', () => {
  test('is listed, counted and downloaded byte for byte', async () => {
    const id = await contact()
    const document = await added(id, 'Offerte über 12 Feuerringe', 'Offerte.txt')
    expect(document).toMatchObject({
      contactRef: id,
      name: 'Offerte.txt',
      mimeType: 'text/plain',
      documentKind: null,
      sizeByte: 27,
      uploadedBy: 'ADMIN',
      classification: null,
      hasThumbnail: false,
      versions: 1,
    })
    expect(await list(id, 'USER')).toEqual([document])
    expect(await count(id, 'USER')).toBe(1)
    const { answer } = await as('USER').call(contactDocumentApi.get, { params: { id: document.id } })
    expect(answer).toEqual(document)
    const { response } = await as('TERMIN_USER').call(contactDocumentApi.download, {
      params: { id, attId: document.id },
      query: { isPreview: 'true' },
    })
    expect(response.body).toBe('Offerte über 12 Feuerringe')
    expect(response.headers['content-disposition']).toMatch(/^inline; .*Offerte\.txt/)
  })

  test.each([
    ['', 'leer.txt', 'EMPTY', 'Die Datei ist leer.'],
    ['MZ\x90\0', 'setup.pdf', 'BLACKLISTED', 'Diese Art von Datei wird hier nicht angenommen.'],
  ])('of %j as %s is %s', async (bytes, name, result, detail) => {
    const id = await contact()
    expect(await send(id, bytes, name)).toEqual({ result, detail, document: null })
    expect(await count(id)).toBe(0)
  })

  test('with the content of another document of the contact names that document', async () => {
    const id = await contact()
    const first = await added(id, 'same words', 'eins.txt')
    const again = await send(id, 'same words', 'zwei.txt')
    expect(again).toMatchObject({ result: 'EXIST', document: { id: first.id } })
    expect(again.detail).toBe('Eine Datei mit diesem Inhalt ist schon da: «eins.txt».')
    expect((await send(await contact(), 'same words', 'eins.txt')).result).toBe('OK')
  })

  test('needs the permission, an existing contact outside the bin and a known classification', async () => {
    const id = await contact()
    const input = { params: { id }, file: file('x', 'x.txt') }
    expect((await as('USER').call(contactDocumentApi.upload, input)).problem.code).toBe('FORBIDDEN')
    const nowhere = { ...input, params: { id: '01999999-0000-7000-8000-000000000000' } }
    expect((await admin.call(contactDocumentApi.upload, nowhere)).problem.code).toBe('NOT_FOUND')
    await admin.call(contactApi.remove, { params: { id } })
    expect((await admin.call(contactDocumentApi.upload, input)).problem.code).toBe('IN_BIN')
    const unknown = { ...input, params: { id: await contact() }, body: { classification: nowhere.params.id } }
    expect((await admin.call(contactDocumentApi.upload, unknown)).problem).toMatchObject({
      code: 'VALIDATION',
      errors: [{ path: 'classification' }],
    })
  })
})

describe('a file with the name of an existing document', () => {
  test('becomes its new version, and an earlier version can be made current again', async () => {
    const id = await contact()
    const first = await added(id, 'first price', 'Preise.txt')
    const second = await send(id, 'second price', 'PREISE.TXT')
    expect(second).toMatchObject({ result: 'OK', document: { id: first.id, name: 'Preise.txt', versions: 2 } })
    expect(second.detail).toBe('Die Datei ist als neue Version von «Preise.txt» abgelegt.')
    const params = { id, attId: first.id }
    expect(await content(id, first.id)).toBe('second price')
    const { answer } = await as('USER').call(contactDocumentApi.versions, { params })
    expect(answer.map(({ number, current, sizeByte }) => [number, current, sizeByte])).toEqual([
      [2, true, 12],
      [1, false, 11],
    ])
    const old = await as('USER').call(contactDocumentApi.downloadVersion, { params: { ...params, number: '1' } })
    expect(old.response.body).toBe('first price')
    const put = await admin.call(contactDocumentApi.makeCurrent, { params: { ...params, number: '1' } })
    expect(put.answer).toMatchObject({ version: 3, versions: 2, sizeByte: 11 })
    expect(await content(id, first.id)).toBe('first price')
    expect((await send(id, 'first price', 'Preise.txt')).result).toBe('EXIST')
    expect(await send(id, 'second price', 'Preise.txt')).toMatchObject({ result: 'OK', document: { versions: 3 } })
    const missing = await admin.call(contactDocumentApi.makeCurrent, { params: { ...params, number: '9' } })
    expect(missing.problem.code).toBe('NOT_FOUND')
  })

  test('uploaded several times at once becomes one version per upload', async () => {
    const id = await contact()
    await Promise.all(['one', 'two', 'three'].map((text) => send(id, text, 'Plan.txt')))
    expect(await list(id)).toMatchObject([{ name: 'Plan.txt', versions: 3 }])
  })
})

describe('a document', () => {
  test('is renamed; a rename of an old version gets the current state', async () => {
    const id = await contact()
    const { id: attId, version } = await added(id, 'rename me', 'alt.txt')
    const rename = (newDocumentName: string, from?: number) =>
      admin.call(contactDocumentApi.rename, { params: { id, attId }, query: { newDocumentName, version: from } })
    expect((await rename('dir/neu\u202e.txt', version)).answer.name).toBe('neu.txt')
    expect((await rename('anders.txt', version)).problem).toMatchObject({
      code: 'STALE_VERSION',
      current: { name: 'neu.txt' },
    })
    expect((await rename('ohne Version.txt')).answer).toMatchObject({ name: 'ohne Version.txt', version: version + 2 })
    await added(id, 'another', 'vergeben.txt')
    expect((await rename('VERGEBEN.txt')).problem.code).toBe('TITLE_EXIST')
    const run = await rename('harmlos.pdf.exe')
    expect(run.problem).toMatchObject({ code: 'VALIDATION', errors: [{ code: 'runnableName' }] })
    expect((await rename('')).problem).toMatchObject({ code: 'VALIDATION', errors: [{ path: 'newDocumentName' }] })
  })

  test('moves to another contact, and a number is added to a name that is taken there', async () => {
    const [from, target] = [await contact(), await contact()]
    await added(target, 'theirs', 'Vertrag.pdf.txt')
    const { id: attId } = await added(from, 'ours', 'vertrag.pdf.txt')
    const move = (id: string, to: string) => admin.call(contactDocumentApi.move, { params: { id, attId, target: to } })
    expect((await move(from, from)).problem.code).toBe('VALIDATION')
    expect((await move(from, target)).answer).toMatchObject({ contactRef: target, name: 'vertrag.pdf (2).txt' })
    expect(await names(from)).toEqual([])
    expect((await move(from, target)).problem).toMatchObject({ status: 409, code: 'MOVED_ELSEWHERE' })
    expect((await admin.call(contactDocumentApi.get, { params: { id: attId } })).answer.contactRef).toBe(target)
  })

  test('that was moved or removed meanwhile says so when somebody changes it', async () => {
    const [from, target, other] = [await contact(), await contact(), await contact()]
    const { id: attId, version } = await added(from, 'wandert', 'wandert.txt')
    await admin.call(contactDocumentApi.move, { params: { id: from, attId, target } })
    const params = { id: from, attId }
    const stale = async () =>
      await Promise.all([
        admin.call(contactDocumentApi.rename, { params, query: { newDocumentName: 'anders.txt', version } }),
        admin.call(contactDocumentApi.reclassify, { params, query: { newClassificationId: '', version } }),
        admin.call(contactDocumentApi.move, { params: { ...params, target: other }, query: { version } }),
        admin.call(contactDocumentApi.makeCurrent, { params: { ...params, number: '1' } }),
        admin.call(contactDocumentApi.remove, { params }),
      ])
    const fullName = (await admin.call(contactApi.get, { params: { id: target } })).answer.fullName
    for (const { problem } of await stale()) {
      expect(problem.code).toBe('MOVED_ELSEWHERE')
      expect(problem.detail).toBe(`Der Eintrag wurde inzwischen zum Kontakt «${fullName}» verschoben.`)
    }
    await admin.call(contactDocumentApi.move, { params: { id: target, attId, target: from } })
    await admin.call(contactDocumentApi.remove, { params })
    for (const { problem } of await stale()) expect(problem.code).toBe('IN_BIN')
    const params2 = { id: from, attId: '01999999-0000-7000-8000-000000000000' }
    expect((await admin.call(contactDocumentApi.remove, { params: params2 })).problem.code).toBe('NOT_FOUND')
  })

  test('keeps its history when it moves, hidden from readers who may not see the document', async () => {
    const [first, second, third] = [await contact(), await contact(), await contact()]
    const { id: attId } = await added(first, 'geht weiter', 'weiter.txt')
    const query = { newDocumentName: 'weit.txt' }
    await admin.call(contactDocumentApi.rename, { params: { id: first, attId }, query })
    await admin.call(contactDocumentApi.move, { params: { id: first, attId, target: second } })
    await admin.call(contactDocumentApi.move, { params: { id: second, attId, target: third } })
    const told = async (id: string) =>
      (await admin.call(historyApi.ofContact, { params: { id } })).answer.entries
        .filter(({ entity }) => entity === 'contact_document')
        .map(({ action, changes }) => [
          action,
          ...changes.map(({ field }) => field).filter((one) => one !== 'currentNumber'),
        ])
    const before = [
      ['CHANGED', 'name'],
      ['CREATED', 'name', 'contactId'],
    ]
    expect(await told(third)).toEqual([['CHANGED', 'contactId'], ['CHANGED', 'contactId'], ...before])
    expect(await told(second)).toEqual([
      ['CHANGED', 'contactId'],
      ['CHANGED', 'contactId'],
    ])
    expect(await told(first)).toEqual([['CHANGED', 'contactId'], ...before])
    const hidden = await classificationFor('Verlauf', 'ADMIN')
    await admin.call(contactDocumentApi.reclassify, {
      params: { id: third, attId },
      query: { newClassificationId: hidden },
    })
    const seen = (await as('USER').call(historyApi.ofContact, { params: { id: third } })).answer.entries
    expect(seen.filter(({ entity }) => entity === 'contact_document')).toEqual([])
  })

  test('gets a free name also when its contact is updated in the database, as in a merge', async () => {
    const [from, target] = [await contact(), await contact()]
    for (const name of ['a.txt', 'b.txt']) await added(from, `from ${name}`, name)
    await added(target, 'target a', 'a.txt')
    await sql`update contact_document set contact_id = ${target} where contact_id = ${from}`.execute(database.kysely)
    expect(await names(target)).toEqual(['a (2).txt', 'a.txt', 'b.txt'])
  })

  test('is gone from all lists when removed, is in the bin, and can be restored', async () => {
    const id = await contact()
    const { id: attId } = await added(id, 'remove me', 'weg.txt')
    const params = { id, attId }
    expect((await as('USER').call(contactDocumentApi.remove, { params })).problem.code).toBe('FORBIDDEN')
    expect((await admin.call(contactDocumentApi.remove, { params })).status).toBe(204)
    expect((await admin.call(contactDocumentApi.download, { params })).status).toBe(404)
    expect((await admin.call(contactDocumentApi.get, { params: { id: attId } })).status).toBe(404)
    expect(await count(id)).toBe(0)
    const { answer: bin } = await admin.call(contactDocumentApi.bin, { params: { id } })
    expect(bin).toMatchObject([{ id: attId, name: 'weg.txt', deletedAtUtc: expect.any(String) }])
    await added(id, 'another one', 'weg.txt')
    expect((await admin.call(contactDocumentApi.restore, { params })).answer.name).toBe('weg (2).txt')
  })

  test('is removed from the bin for good after 30 days', async () => {
    const id = await contact()
    const [kept, gone] = [await added(id, 'kept', 'kept.txt'), await added(id, 'gone', 'gone.txt')]
    for (const { id: attId } of [kept, gone]) await admin.call(contactDocumentApi.remove, { params: { id, attId } })
    await sql`
      update contact_document set deleted_at = now() - interval '31 days' where id = ${gone.id}`.execute(
      database.kysely,
    )
    await emptyContactDocumentBin(appContext)
    const { answer: bin } = await admin.call(contactDocumentApi.bin, { params: { id } })
    expect(bin.map(({ name }) => name)).toEqual(['kept.txt'])
  })

  test('has a thumbnail for each version', async () => {
    const id = await contact()
    const { id: attId } = await added(id, '%PDF-1.7\none', 'plan.pdf')
    const params = { id, attId }
    const webp = (text: string) => new File([`RIFF\0\0\0\0WEBP${text}`], 'small.webp')
    const saved = await admin.call(contactDocumentApi.saveThumbnail, { params, file: webp('one') })
    expect(saved.answer.hasThumbnail).toBe(true)
    const { response } = await as('USER').call(contactDocumentApi.thumbnail, { params })
    expect(response.headers['content-type']).toBe('image/webp')
    await send(id, '%PDF-1.7\ntwo', 'plan.pdf')
    expect((await as('USER').call(contactDocumentApi.thumbnail, { params })).status).toBe(404)
    const wrong = await admin.call(contactDocumentApi.saveThumbnail, { params, file: file('text', 'small.webp') })
    expect(wrong.problem.code).toBe('UNSUPPORTED_MEDIA')
  })
})

test('a classified document is visible only to the named users and roles and to ADMIN, in every call', async () => {
  const id = await contact()
  const forManagers = await classificationFor('Nur Projektleitung', 'PROJECT_MANAGER')
  const secret = await added(id, 'secret figures', 'Kalkulation.txt', forManagers)
  await added(id, 'open words', 'Offen.txt')
  expect(await names(id, 'USER')).toEqual(['Offen.txt'])
  expect([await count(id), await count(id, 'USER')]).toEqual([2, 1])
  const user = as('USER')
  const params = { id, attId: secret.id }
  const statuses = [
    await user.call(contactDocumentApi.get, { params: { id: secret.id } }),
    await user.call(contactDocumentApi.download, { params }),
    await user.call(contactDocumentApi.excerpt, { params }),
    await user.call(contactDocumentApi.thumbnail, { params }),
    await user.call(contactDocumentApi.versions, { params }),
    await user.call(contactDocumentApi.downloadVersion, { params: { ...params, number: '1' } }),
  ].map(({ status }) => status)
  expect(statuses).toEqual([404, 404, 404, 404, 404, 404])
  const historyOf = async (role: 'ADMIN' | 'USER') =>
    JSON.stringify((await as(role).call(historyApi.ofContact, { params: { id } })).answer)
  expect(await historyOf('ADMIN')).toContain('Kalkulation.txt')
  expect(await historyOf('USER')).not.toContain('Kalkulation.txt')
  expect(await historyOf('USER')).toContain('Offen.txt')

  const reclassify = (newClassificationId: string) =>
    admin.call(contactDocumentApi.reclassify, { params, query: { newClassificationId } })
  expect((await reclassify('')).answer).toMatchObject({ classification: null })
  expect(await names(id, 'USER')).toEqual(['Kalkulation.txt', 'Offen.txt'])
  expect((await reclassify(forManagers)).answer?.classification?.title).toBe('Nur Projektleitung')
  const { code, errors } = (await reclassify('01999999-0000-7000-8000-000000000000')).problem
  expect([code, errors?.map(({ path }) => path)]).toEqual(['VALIDATION', ['newClassificationId']])
})

test('shared documents are offered as attachments', async () => {
  await admin.call(sharedDocumentApi.upload, { file: file('for everybody', 'Merkblatt.txt') })
  const { answer } = await as('USER').call(contactDocumentApi.predefined, {})
  expect(answer.map(({ name }) => name)).toEqual(['Merkblatt.txt'])
})

test('every change of a document is in the history of the contact with its user', async () => {
  const id = await contact()
  const { id: attId } = await added(id, 'told', 'alt.txt')
  await admin.call(contactDocumentApi.rename, { params: { id, attId }, query: { newDocumentName: 'neu.txt' } })
  await admin.call(contactDocumentApi.remove, { params: { id, attId } })
  const { answer } = await admin.call(historyApi.ofContact, { params: { id } })
  const told = answer.entries.filter(({ entity }) => entity === 'contact_document')
  expect(told.map(({ action, username }) => [action, username])).toEqual([
    ['CHANGED', 'ADMIN'],
    ['CHANGED', 'ADMIN'],
    ['CREATED', 'ADMIN'],
  ])
  expect(told[1]?.changes).toEqual([{ field: 'name', before: 'alt.txt', after: 'neu.txt' }])
})
