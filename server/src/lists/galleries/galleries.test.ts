import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { imageGalleryApi, sharedDocumentApi } from '#contract/lists/galleries'
import { testApp } from '../../../test/app.ts'
import { emptyDocumentBin } from './galleries.ts'

const { app, as, database, appContext, sessionOf } = await testApp()
const admin = as('ADMIN')

const pngHead = '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489'
const pngEnd = '0000000049454e44ae426082'
const png = (text: string) => Buffer.from(`${pngHead}${pngEnd}${Buffer.from(text).toString('hex')}`, 'hex')
const smallest = {
  png: Buffer.from(`${pngHead}${pngEnd}`, 'hex'),
  jpg: Buffer.from(
    'ffd8ffe000104a46494600010100000100010000ffc0000b080001000101011100ffda0008010100003f0037ffd9',
    'hex',
  ),
  gif: Buffer.from('47494638396101000100800000ffffff00000021f90401000000002c00000000010001000002024401003b', 'hex'),
  webp: Buffer.from('524946461a000000574542505650384c0d0000002f00000010071011118888fe0700', 'hex'),
}
const pdf = (text: string) => Buffer.from(`%PDF-1.7\n${text}`)
const file = (content: Buffer | string, name: string) => new File([new Uint8Array(Buffer.from(content))], name)

async function share(content: Buffer | string, name: string, body: { documentClassification?: string | null } = {}) {
  const reply = await admin.call(sharedDocumentApi.upload, { file: file(content, name), body })
  expect(reply.status).toBe(200)
  return reply.answer
}

async function shared(content: Buffer | string, name: string, classification: string | null = null) {
  const { result, document } = await share(content, name, { documentClassification: classification })
  expect(result).toBe('OK')
  if (!document) throw new Error('an uploaded document is answered')
  return document
}

async function classificationFor(title: string, role?: string): Promise<string> {
  const { id } = await database.kysely
    .insertInto('document_classification')
    .values({ title })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (role) {
    const named = await database.kysely
      .selectFrom('role')
      .select('id')
      .where('name', '=', role)
      .executeTakeFirstOrThrow()
    await database.kysely
      .insertInto('document_classification_role')
      .values({ owner_id: id, role_id: named.id })
      .execute()
  }
  return id
}

const namesFor = async (role: 'USER' | 'ADMIN') =>
  (await as(role).call(sharedDocumentApi.list, {})).answer.map(({ name }) => name)

describe('an upload', () => {
  test('is listed and downloaded byte for byte', async () => {
    const content = pdf(randomBytes(100_000).toString('hex'))
    const document = await shared(content, 'Preisliste 2026.pdf')
    expect(document).toMatchObject({
      name: 'Preisliste 2026.pdf',
      mimeType: 'application/pdf',
      documentKind: 'PDF',
      sizeByte: content.length,
      documentClassification: null,
      hasThumbnail: false,
    })
    expect(await namesFor('USER')).toContain('Preisliste 2026.pdf')
    const { response } = await as('USER').call(sharedDocumentApi.download, { params: { name: document.name } })
    expect(response.statusCode).toBe(200)
    expect(response.rawPayload.equals(content)).toBe(true)
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(content.length),
      'x-content-type-options': 'nosniff',
    })
    expect(response.headers['content-disposition']).toBe('attachment; filename="Preisliste 2026.pdf"')
    expect(response.headers['content-security-policy']).toContain('sandbox')
  })

  test('of existing content names the existing document', async () => {
    const first = await shared('the same words', 'eins.txt')
    const again = await share('the same words', 'zwei.txt')
    expect(again).toMatchObject({ result: 'EXIST', document: { documentRef: first.documentRef } })
    expect(again.detail).toBe('Eine Datei mit diesem Inhalt ist schon da: «eins.txt».')
  })

  test('of the same content twice at once is stored once', async () => {
    const both = await Promise.all(['a.txt', 'b.txt'].map((name) => share('at the same moment', name)))
    expect(both.map(({ result }) => result).sort()).toEqual(['EXIST', 'OK'])
    expect(new Set(both.map(({ document }) => document?.documentRef)).size).toBe(1)
  })

  test('under a taken name gets a number', async () => {
    await shared('first', 'Offerte.txt')
    expect((await shared('second', 'offerte.txt')).name).toBe('offerte (2).txt')
    expect((await shared('third', 'Offerte.txt')).name).toBe('Offerte (3).txt')
  })

  test('of an empty file is EMPTY', async () => {
    expect(await share('', 'leer.pdf')).toEqual({ result: 'EMPTY', detail: 'Die Datei ist leer.', document: null })
  })

  test.each([
    ['an SVG with script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'logo.svg'],
    ['a page named like a picture', '<!DOCTYPE html><p>hello', 'bild.png'],
    ['a program', 'MZ\x90\0\x03', 'rechnung.pdf'],
    ['a PDF', '%PDF-1.4', 'bild.png'],
    ['a JPEG of which the beginning alone is one', `\xff\xd8\xff\xe0${'garbage '.repeat(9000)}`, 'foto.jpg'],
    ['a PNG without a size', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0\0\0\0\0\x08\x06\0\0\0\0\0\0\0', 'bild.png'],
  ])('to the gallery of %s is BLACKLISTED', async (_, content, name) => {
    const { answer } = await admin.call(imageGalleryApi.upload, { file: file(Buffer.from(content, 'latin1'), name) })
    expect(answer).toMatchObject({ result: 'BLACKLISTED', document: null })
    expect(answer.detail).toBe('Die Datei ist kein Bild, oder sie ist beschädigt.')
  })

  test.each(Object.entries(smallest))('to the gallery of a truncated %s is BLACKLISTED', async (kind, whole) => {
    const upload = (content: Buffer) => admin.call(imageGalleryApi.upload, { file: file(content, `klein.${kind}`) })
    for (let length = whole.length - 1; length > 12; length--) {
      expect((await upload(whole.subarray(0, length))).answer.result).toBe('BLACKLISTED')
    }
    // Bytes that a camera appends after the end of the picture are accepted.
    expect((await upload(Buffer.concat([whole, Buffer.from('of a camera')]))).answer.result).toBe('OK')
  })

  test('to the gallery is BLACKLISTED with too many chunks, accepted with many megabytes', async () => {
    const upload = async (name: string, ...content: Buffer[]) =>
      (await admin.call(imageGalleryApi.upload, { file: file(Buffer.concat(content), name) })).answer.result
    const { png, jpg: jpeg, gif } = smallest
    const chunks = (count: number) => Buffer.alloc(12 * count, Buffer.from('000000007445587400000000', 'hex'))
    expect(await upload('teile.png', png.subarray(0, 33), chunks(60_000), png.subarray(33))).toBe('BLACKLISTED')
    expect(await upload('viele.png', png.subarray(0, 33), chunks(40_000), png.subarray(33))).toBe('OK')
    const fill = (count: number) => Buffer.alloc(count, 0xff)
    expect(await upload('teile.jpg', jpeg.subarray(0, 2), fill(60_000), jpeg.subarray(2))).toBe('BLACKLISTED')
    expect(await upload('viele.jpg', jpeg.subarray(0, 2), fill(40_000), jpeg.subarray(2))).toBe('OK')
    const scan = Buffer.alloc(300_000, 0x55)
    expect(await upload('gross.jpg', jpeg.subarray(0, -2), scan, jpeg.subarray(-2))).toBe('OK')
    expect(await upload('ohne-ende.jpg', jpeg.subarray(0, -2), scan)).toBe('BLACKLISTED')
    const block = (count: number) => Buffer.alloc(2 * count, 1)
    const comment = Buffer.from('21fe', 'hex')
    expect(await upload('gross.gif', gif.subarray(0, -1), comment, block(300_000), Buffer.of(0, 0x3b))).toBe('OK')
    expect(await upload('teile.gif', gif.subarray(0, -1), comment, block(1_100_000), Buffer.of(0, 0x3b))).toBe(
      'BLACKLISTED',
    )
  })

  test.each([
    ['../../x', 'x'],
    ['C:\\fotos\\feuer.txt', 'feuer.txt'],
    ['..', 'file'],
    ['\u202egpj.exe\u0000.txt', 'gpj.exe.txt'],
  ])('named %j is stored as %j', async (sent, kept) => {
    const document = await shared(`content of ${sent}`, sent)
    expect(document.name).toBe(kept)
    const { status } = await as('USER').call(sharedDocumentApi.download, { params: { name: kept } })
    expect(status).toBe(200)
  })

  test('with a name of 300 characters keeps its last 255 and is found by them', async () => {
    const document = await shared('long', `${'ä\u202e\u200f'.repeat(300)}.txt`)
    expect(document.name).toBe(`${'ä'.repeat(251)}.txt`)
    const { status } = await as('USER').call(sharedDocumentApi.download, { params: { name: document.name } })
    expect(status).toBe(200)
  })

  test('needs its permission, and is refused in the language asked for', async () => {
    const refused = await as('USER').call(sharedDocumentApi.upload, { file: file('x', 'x.txt') })
    expect(refused.problem.code).toBe('FORBIDDEN')
    const headers = { cookie: await sessionOf('USER'), 'accept-language': 'fr' }
    const french = await app.inject({ method: 'POST', url: sharedDocumentApi.upload.path, headers })
    expect(french.json()).toMatchObject({ code: 'FORBIDDEN', detail: 'Vous n’avez pas l’autorisation nécessaire.' })
    expect(refused.problem.detail).toBe('Dazu fehlt Ihnen die Berechtigung.')
    expect((await as('TERMIN_API').call(sharedDocumentApi.list, {})).problem.code).toBe('FORBIDDEN')
  })

  test('leaves no file in the incoming folder', async () => {
    await share('gone afterwards', 'gone.txt')
    await expect.poll(() => readdirSync(path.join(appContext.services.config.dataDir, 'incoming'))).toEqual([])
  })
})

describe('a classified document', () => {
  test('is visible only to those named by the classification and to ADMIN', async () => {
    const forManagers = await classificationFor('Nur Projektleitung', 'PROJECT_MANAGER')
    const document = await shared('secret figures', 'Kalkulation.txt', forManagers)
    expect(document.documentClassification).toEqual({ id: forManagers, title: 'Nur Projektleitung' })
    expect(await namesFor('ADMIN')).toContain('Kalkulation.txt')
    expect(await namesFor('USER')).not.toContain('Kalkulation.txt')
    const params = { name: 'Kalkulation.txt' }
    expect((await as('USER').call(sharedDocumentApi.download, { params })).status).toBe(404)
    expect((await as('PROJECT_MANAGER').call(sharedDocumentApi.download, { params })).status).toBe(200)
    const { status } = await as('USER').call(sharedDocumentApi.thumbnail, { params: { id: document.documentRef } })
    expect(status).toBe(404)
  })

  test('is visible to everybody when the classification names nobody', async () => {
    await shared('for all', 'Merkblatt.txt', await classificationFor('Allgemein'))
    expect(await namesFor('USER')).toContain('Merkblatt.txt')
  })

  test('needs an existing classification', async () => {
    const { problem } = await admin.call(sharedDocumentApi.upload, {
      file: file('nowhere', 'nowhere.txt'),
      body: { documentClassification: '01999999-0000-7000-8000-000000000000' },
    })
    expect(problem).toMatchObject({ code: 'VALIDATION', errors: [{ path: 'documentClassification' }] })
  })
})

describe('a document', () => {
  test('is renamed; a rename of an old version gets the current state', async () => {
    const { documentRef: ref, version } = await shared('rename me', 'alt.txt')
    const body = { version, name: 'dir/neu\u202e.txt', documentClassification: null }
    const first = await admin.call(sharedDocumentApi.update, { params: { id: ref }, body })
    expect(first.answer.name).toBe('neu.txt')
    const second = await admin.call(sharedDocumentApi.update, { params: { id: ref }, body: { ...body, name: 'x.txt' } })
    expect(second.problem).toMatchObject({ code: 'STALE_VERSION', current: { name: 'neu.txt' } })
  })

  test('cannot take the name of another document', async () => {
    await shared('one', 'vergeben.txt')
    const { documentRef: ref, version } = await shared('two', 'frei.txt')
    const { problem } = await admin.call(sharedDocumentApi.update, {
      params: { id: ref },
      body: { version, name: 'VERGEBEN.txt', documentClassification: null },
    })
    expect(problem.code).toBe('TITLE_EXIST')
  })

  test('is gone from all lists once removed, and can be restored', async () => {
    const { documentRef: ref } = await shared('remove me', 'weg.txt')
    expect((await admin.call(sharedDocumentApi.remove, { params: { id: ref } })).status).toBe(204)
    expect((await admin.call(sharedDocumentApi.download, { params: { name: 'weg.txt' } })).status).toBe(404)
    expect((await admin.call(sharedDocumentApi.remove, { params: { id: ref } })).status).toBe(404)
    await shared('another one', 'weg.txt')
    const { answer } = await admin.call(sharedDocumentApi.restore, { params: { id: ref } })
    expect(answer.name).toBe('weg (2).txt')
  })

  test('is removed from the bin for good after 30 days', async () => {
    const { documentRef: ref } = await shared('for the bin', 'bin.txt')
    await admin.call(sharedDocumentApi.remove, { params: { id: ref } })
    await emptyDocumentBin(appContext)
    const binned = () => database.kysely.selectFrom('library_document').select('id').where('id', '=', ref).execute()
    expect(await binned()).toHaveLength(1)
    await database.pool.query(`update library_document set deleted_at = now() - interval '31 days' where id = $1`, [
      ref,
    ])
    await emptyDocumentBin(appContext)
    expect(await binned()).toHaveLength(0)
  })

  test('of one collection cannot be removed through another', async () => {
    const { answer } = await admin.call(imageGalleryApi.upload, { file: file(png('gallery'), 'feuer.png') })
    const ref = answer.document?.documentRef ?? ''
    expect((await admin.call(sharedDocumentApi.remove, { params: { id: ref } })).status).toBe(404)
    expect((await admin.call(imageGalleryApi.remove, { params: { id: ref } })).status).toBe(204)
  })

  test('has the thumbnail that a browser made', async () => {
    const { documentRef: ref } = await shared(pdf('with picture'), 'bild.pdf')
    const webp = Buffer.from('RIFF\x10\0\0\0WEBPVP8 tiny', 'latin1')
    const saved = await admin.call(sharedDocumentApi.saveThumbnail, { params: { id: ref }, file: file(webp, 't.webp') })
    expect(saved.answer.hasThumbnail).toBe(true)
    const { response } = await as('USER').call(sharedDocumentApi.thumbnail, { params: { id: ref } })
    expect(response.rawPayload.equals(webp)).toBe(true)
    const wrong = await admin.call(sharedDocumentApi.saveThumbnail, { params: { id: ref }, file: file('x', 't.webp') })
    expect(wrong.problem.code).toBe('UNSUPPORTED_MEDIA')
  })
})
