import { deflateSync } from 'node:zlib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits'
import { letterheadApi, letterheadPreviewApi } from '#contract/orders/letterhead'
import { dossierPrintApi, pickupPrintApi } from '#contract/orders/prints'
import { testApp } from '../../../test/app.ts'
import { flameFactory } from '../../../test/flames.ts'

const { as, database, appContext } = await testApp()
const { buildContact, buildFlame } = flameFactory(as)
const [admin, user] = [as('ADMIN'), as('USER')]

const chunk = (name: string, data: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)])
}

/** Returns a PNG of one half-transparent colour. */
function png({ width = 200, height = 50, interlaced = false, pixels = true, filter = 0 } = {}): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 6, 0, 0, Number(interlaced)], 8)
  const rows = Buffer.alloc(height * (1 + width * 4), 0x80)
  for (let row = 0; row < height; row++) rows[row * (1 + width * 4)] = filter
  const content = pixels ? deflateSync(rows) : Buffer.from('no pixels at all')
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', content), chunk('IEND', Buffer.alloc(0))])
}

const upload = (content: Buffer, name = 'logo.png', query: { insteadOf?: string } = {}) =>
  admin.call(letterheadApi.saveLogo, { query, file: new File([new Uint8Array(content)], name) })

async function save(texts: { sender: string; footer: string }) {
  const { version } = (await admin.call(letterheadApi.get, {})).answer
  return admin.call(letterheadApi.update, { body: { version, ...texts } })
}

/** Returns the text of each page. */
async function pagesOf(content: Buffer) {
  const pdf = await getDocument({ data: new Uint8Array(content), verbosity: 0 }).promise
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, index) => {
      const { items } = await (await pdf.getPage(index + 1)).getTextContent()
      return items.map((item) => ('str' in item ? item.str : '')).join(' ')
    }),
  )
  await pdf.loadingTask.destroy()
  return pages
}
const pictures = (content: Buffer) => content.toString('latin1').split('/Subtype /Image').length - 1

async function printsOf(id: string) {
  const flame = { params: { id } }
  const replies = [
    await user.call(dossierPrintApi.dossier, flame),
    await user.call(dossierPrintApi.deliveryNote, flame),
    await user.call(dossierPrintApi.crateLabels, flame),
    await user.call(pickupPrintApi.day, { query: { day: '2030-05-06' } }),
  ]
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  return replies.map(({ response }) => response.rawPayload)
}

async function packedFlame() {
  const contact = await buildContact({ surname: 'Kellermeister' })
  const pack = { widthInCm: '80', depthInCm: '60', heightInCm: '40', weightInKg: '12', description: '', quantity: 2 }
  return buildFlame({ contactRef: contact.id, dossier: { packageInfos: [pack] } })
}

describe('the letterhead', () => {
  test('has sender, logo and footer on every print, and none when they are empty', async () => {
    const { id } = await packedFlame()
    const before = await printsOf(id)
    for (const content of before) expect(pictures(content)).toBe(0)

    const saved = await save({ sender: ' Feuer & Grill AG \r\nGlutweg 1\n8400 Winterthur\n', footer: 'IBAN CH00 0000' })
    expect(saved.answer).toMatchObject({ sender: 'Feuer & Grill AG\nGlutweg 1\n8400 Winterthur', logoRef: null })
    expect((await upload(png())).answer).toMatchObject({ logoRef: expect.any(String), sender: saved.answer.sender })
    for (const [index, content] of (await printsOf(id)).entries()) {
      const isLabel = index === 2
      const pages = await pagesOf(content)
      expect(pages).toHaveLength((await pagesOf(before[index] as Buffer)).length)
      for (const page of pages) {
        if (isLabel) expect(page).toContain('Feuer & Grill AG · Glutweg 1 · 8400 Winterthur')
        else expect(page).toContain('IBAN CH00 0000')
      }
      if (!isLabel) expect(pages[0]).toContain('Glutweg 1')
      // One picture and its mask, however many pages show it.
      expect(pictures(content)).toBe(2)
    }

    expect((await admin.call(letterheadApi.removeLogo, {})).answer.logoRef).toBeNull()
    expect((await admin.call(letterheadApi.logo, {})).status).toBe(404)
    await save({ sender: '', footer: '' })
    const after = await printsOf(id)
    // The list of a day contains the minute it was printed.
    const textsOf = async (print: Buffer) => (await pagesOf(print)).map((page) => page.replace(/\d\d:\d\d/g, 'hh:mm'))
    expect(await Promise.all(after.map(textsOf))).toEqual(await Promise.all(before.map(textsOf)))
  })

  test('with a very wide logo and a long address keeps the prints on one page', async () => {
    await save({ sender: 'Feuer AG', footer: '' })
    await upload(png({ width: 1200, height: 10 }))
    const { id } = await packedFlame()
    const [, note = Buffer.alloc(0), labels = Buffer.alloc(0)] = await printsOf(id)
    expect(await pagesOf(note)).toHaveLength(1)
    expect((await pagesOf(labels))[0]).toContain('Kellermeister')
    await admin.call(letterheadApi.removeLogo, {})
  })

  test('has a sample with unsaved texts', async () => {
    await save({ sender: 'Feuer AG', footer: '' })
    const { response, status } = await admin.call(letterheadPreviewApi.preview, {
      body: { sender: 'Neu AG', footer: 'F' },
    })
    expect(status).toBe(200)
    expect((await pagesOf(response.rawPayload))[0]).toContain('Neu AG')
    expect((await admin.call(letterheadApi.get, {})).answer.sender).toBe('Feuer AG')
  })
})

describe('the letterhead refuses', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'
  test.each([
    ['a picture that is none', Buffer.from('hello'), 'logo.png'],
    ['nothing', Buffer.alloc(0), 'logo.png'],
    ['an SVG', Buffer.from(svg), 'logo.svg'],
    ['a picture that is too large', png({ width: limits.letterhead.logoPixels + 1, height: 2 }), 'logo.png'],
    ['one that is interlaced', png({ interlaced: true }), 'logo.png'],
    ['one without pixels', png({ pixels: false }), 'logo.png'],
    ['one with rows of no known kind', png({ filter: 9 }), 'logo.png'],
    ['one that breaks off', png().subarray(0, 60), 'logo.png'],
  ])('%s', async (_, content, name) => {
    const { version } = (await admin.call(letterheadApi.get, {})).answer
    const { status, problem } = await upload(content, name)
    expect([status, problem.code]).toEqual([400, 'BAD_LOGO'])
    expect((await admin.call(letterheadApi.get, {})).answer).toMatchObject({ version, logoRef: null })
  })

  test('too many lines, too much text and an update of an old version', async () => {
    const lines = await save({ sender: '1\n2\n3\n4\n5\n6\n7', footer: '1\n2\n3\n4' })
    expect(lines.problem.errors).toEqual([
      { path: 'sender', code: 'lines', detail: 'Es sind höchstens 6 Zeilen erlaubt' },
      { path: 'footer', code: 'lines', detail: 'Es sind höchstens 3 Zeilen erlaubt' },
    ])
    expect((await save({ sender: 'x'.repeat(401), footer: '' })).status).toBe(400)
    const { version } = (await admin.call(letterheadApi.get, {})).answer
    await save({ sender: 'Andere AG', footer: '' })
    const stale = await admin.call(letterheadApi.update, { body: { version, sender: 'Feuer AG', footer: '' } })
    expect(stale.problem).toMatchObject({ code: 'STALE_VERSION', current: { sender: 'Andere AG' } })
  })
})

test('a new logo is refused when it replaces another one than the present', async () => {
  const { logoRef } = (await upload(png())).answer
  await upload(png({ width: 90 }))
  const stale = await upload(png({ width: 70 }), 'logo.png', { insteadOf: logoRef ?? '' })
  const now = (await admin.call(letterheadApi.get, {})).answer
  expect(stale.problem).toMatchObject({ code: 'STALE_VERSION', current: { logoRef: now.logoRef } })
  expect((await upload(png({ width: 70 }), 'logo.png', { insteadOf: '' })).status).toBe(409)
  expect((await upload(png({ width: 70 }), 'logo.png', { insteadOf: now.logoRef ?? '' })).status).toBe(200)
  await admin.call(letterheadApi.removeLogo, {})
  expect((await upload(png(), 'logo.png', { insteadOf: '' })).status).toBe(200)
})

test('a logo missing in the store does not prevent printing', async () => {
  const { id } = await packedFlame()
  await upload(png())
  const [lost] = await database.kysely.selectFrom('letterhead').select('logo_hash').execute()
  await appContext.services.files.remove(lost?.logo_hash ?? '')
  expect((await admin.call(letterheadApi.logo, {})).status).toBe(503)
  for (const content of await printsOf(id)) expect(pictures(content)).toBe(0)
})
