import { writeFileSync } from 'node:fs'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test } from 'vitest'
import { addressApi } from '#contract/contacts/parts'
import type { InputOf } from '#contract/endpoint'
import { languageKey, limits } from '#contract/limits'
import { masterData } from '#contract/lists/master-data'
import { flameApi } from '#contract/orders/flames'
import { letterheadApi } from '#contract/orders/letterhead'
import { dossierPrintApi, pickupPrintApi } from '#contract/orders/prints'
import { testApp } from '../../../test/app.ts'
import { flameEditor, flameFactory } from '../../../test/flames.ts'
import { drawing } from './paper.ts'

const { as, sessionOf, withCookie } = await testApp()
const { buildContact, buildFlame } = flameFactory(as)
const { saved } = flameEditor(as)
const [admin, user] = [as('ADMIN'), as('USER')]

type Print = keyof typeof dossierPrintApi
type DossierInput = NonNullable<InputOf<typeof flameApi.add>['body']['dossier']>

async function print(name: Print, id: string, isPreview?: 'true') {
  const reply = await user.call(dossierPrintApi[name], { params: { id }, query: { isPreview } })
  expect(reply.status, JSON.stringify(reply.problem)).toBe(200)
  if (process.env.GLUT_KEEP_PRINTS)
    writeFileSync(`${process.env.GLUT_KEEP_PRINTS}/${name}.pdf`, reply.response.rawPayload)
  return { response: reply.response, pages: await pagesOf(reply.response.rawPayload) }
}

/** Returns the text of each page as a PDF reader extracts it. */
async function pagesOf(content: Buffer): Promise<string[]> {
  const pdf = await getDocument({ data: new Uint8Array(content), verbosity: 0 }).promise
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, index) => {
      const { items } = await (await pdf.getPage(index + 1)).getTextContent()
      return items.map((item) => ('str' in item ? item.str : '')).join(' ')
    }),
  )
  await pdf.loadingTask.destroy()
  return pages.map((page) => page.replace(/\s+/g, ' '))
}

const pack = (overrides: object = {}) => ({
  quantity: 1,
  widthInCm: '120',
  depthInCm: '80',
  heightInCm: '60.5',
  weightInKg: '1250.5',
  description: 'Feuerschale',
  ...overrides,
})

let number = 0

async function fullFlame(overrides: DossierInput = {}) {
  number += 1
  const contact = await buildContact({
    givenName: 'Zoë',
    surname: 'Müller-Élysée',
    phoneNumbers: [{ type: 'MOBILE', number: `079 000 01 ${10 + number}` }],
    emailAddresses: [{ address: `zoe${number}@example.com` }],
    addresses: [
      { addressType: 'HOME', street: 'Gässli 1', zipCode: '3011', city: 'Bern', country: 'CH' },
      {
        addressType: 'BUSINESS',
        alternativeGP: 'c/o Atelier',
        street: '2, rue de l’Île',
        zipCode: '67000',
        city: 'Strasbourg',
        country: 'FR',
      },
    ],
  })
  const title = `Lager ${number}`
  const warehouse = (await admin.call(masterData.warehouses.add, { body: { title } })).answer
  const terms = { title: `Frei Haus ${contact.id}`, titleEn: `Free ${contact.id}`, titleFr: '' }
  const delivery = (await admin.call(masterData.deliveryConditions.add, { body: terms })).answer
  const [home, abroad] = contact.addresses
  const flame = await buildFlame({
    contactRef: contact.id,
    dossier: {
      sapOrdernumber: '4711',
      pickupDate: '2031-03-04T07:15:00Z',
      deliveryDate: '2031-03-05T23:00:00Z',
      deliveryConditionRef: delivery.id,
      taxFreeDelivery: true,
      avisPhoneNumberRef: contact.phoneNumbers[0]?.id ?? null,
      avisEmailRef: contact.emailAddresses[0]?.id ?? null,
      avisText: 'Vorher anrufen',
      billingAddressRef: home?.id ?? null,
      deliveryAddressRef: abroad?.id ?? null,
      notes: 'Nur für das Haus',
      noteForArticles: 'Ring rostig',
      articles: [
        {
          productName: 'Feuerschale Größe Ø 80',
          quantity: 1200,
          discount: '12.5',
          warehouse: warehouse.id,
          description: 'Rost innen',
        },
      ],
      packageInfos: [pack({ quantity: 2 }), pack({ description: 'Zubehör' })],
      ...overrides,
    },
  })
  return { flame, contact, warehouse, terms }
}

describe('the dossier', () => {
  test('says when its articles changed after the packing list', async () => {
    const { flame } = await fullFlame()
    const says = async () => (await print('dossier', flame.id)).pages.join(' ').includes('seit der Packliste geändert')
    expect(await says()).toBe(false)
    const articles = flame.dossier.articles.map((article) => ({ ...article, quantity: 3 }))
    await saved(flame, { dossier: { articles } })
    expect(await says()).toBe(true)
    expect((await print('deliveryNote', flame.id)).pages.join(' ')).not.toContain('seit der Packliste')
  })

  test('has every part in local time and Swiss number format, and a file name', async () => {
    const { flame, contact, warehouse, terms } = await fullFlame()
    const { response, pages } = await print('dossier', flame.id)
    expect(pages).toHaveLength(1)
    for (const text of [
      'Dossier',
      'Zoë Müller-Élysée',
      'SAP-Auftragsnummer 4711',
      'Abholtermin 04.03.2031 08:15',
      'Lieferdatum 06.03.2031',
      'Steuerfreie Lieferung',
      terms.title,
      'Rechnungsadresse',
      'Gässli 1',
      'c/o Atelier',
      '2, rue de l’Île',
      '67000 Strasbourg',
      'FRANKREICH',
      `Telefon 079 000 01 ${contact.phoneNumbers[0]?.number.slice(-2)}`,
      contact.emailAddresses[0]?.address ?? '?',
      'Vorher anrufen',
      'Feuerschale Größe Ø 80',
      "1'200",
      '12.5 %',
      warehouse.title,
      'Rost innen',
      'Ring rostig',
      '120 × 80 × 60.5',
      "1'250.5",
      "3 Packstücke, 3'751.5 kg, 1.742 m³",
      'inkl. 2 kg',
      'Nur für das Haus',
      'Seite 1 von 1',
    ]) {
      expect(pages[0]?.replaceAll(' ', ''), text).toContain(text.replaceAll(' ', ''))
    }
    expect(response.headers['content-type']).toBe('application/pdf')
    expect(response.headers['content-disposition']).toMatch(/^attachment; .*Dossier%20Zo%C3%AB%20M%C3%BCller/)
    const preview = await print('dossier', flame.id, 'true')
    expect(preview.response.headers['content-disposition']).toMatch(/^inline; /)
  })

  test('names one package in the singular', async () => {
    const { flame } = await fullFlame({ packageInfos: [pack({ quantity: 1, weightInKg: '25.5' })] })
    const { pages } = await print('deliveryNote', flame.id)
    expect(pages[0]).toContain('1 Packstück, 25.5 kg')
    expect(pages[0]).toContain('Gewichte inkl. 2 kg für Spedition und Kiste/Palette.')
    const french = await print(
      'deliveryNote',
      (await fullFlame({ language: 'FR', packageInfos: [pack({ quantity: 1, weightInKg: '25.5' })] })).flame.id,
    )
    expect(french.pages[0]).toContain('1 colis, 25.5 kg')
  })

  test('is in its own language, not that of the reader', async () => {
    const english = await print('dossier', (await fullFlame({ language: 'EN' })).flame.id)
    expect(english.pages[0]).toContain('Delivery address')
    expect(english.pages[0]).toContain('Page 1 of 1')
    expect(english.pages[0]).toMatch(/Free [0-9a-f]{8}/)
    expect(english.pages[0]).toContain('FRANCE')
    expect(english.pages[0]).toContain('Quantity Discount Warehouse')
    const french = await print('dossier', (await fullFlame({ language: 'FR' })).flame.id)
    expect(french.pages[0]).toContain('Numéro de commande SAP')
    expect(french.pages[0]?.match(/Quantité/g)).toHaveLength(2)
    expect(french.pages[0]).toMatch(/Frei Haus [0-9a-f]{8}/)
  })

  test('says when both addresses are the same', async () => {
    const { flame } = await fullFlame()
    const { billingAddressRef } = flame.dossier
    const body = { version: flame.version, dossier: { deliveryAddressRef: billingAddressRef } }
    await user.call(flameApi.update, { params: { id: flame.id }, body })
    const { pages } = await print('dossier', flame.id)
    expect(pages[0]).toContain('Lieferadresse entspricht der Rechnungsadresse')
    expect(pages[0]?.match(/Gässli 1/g)).toHaveLength(1)
  })

  test('breaks 500 articles over pages with table headers and page numbers', async () => {
    const articles = Array.from({ length: 500 }, (_, index) => ({ productName: `Artikel Nr. ${index + 1}.` }))
    const { flame } = await fullFlame({ articles })
    const { pages } = await print('dossier', flame.id)
    const all = pages.join(' ')
    for (const { productName } of articles) expect(all).toContain(productName)
    expect(pages.length).toBeGreaterThan(8)
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Seite ${index + 1} von ${pages.length}`)
      if (page.includes('Artikel Nr.')) expect(page).toMatch(/Pos\. Produkt Anzahl Rabatt Lager Notiz/)
    }
  })

  test('continues a row longer than a page and breaks long words', async () => {
    const description = Array.from({ length: 180 }, (_, index) => `Zeile ${index + 1};`).join('\n')
    const productName = 'Donaudampfschifffahrt'.repeat(12)
    const { flame } = await fullFlame({
      articles: [{ productName, description }],
      notes: 'Ende der Notizen\n'.repeat(200),
    })
    const { pages } = await print('dossier', flame.id)
    const all = pages.join(' ')
    expect(all).toContain('Zeile 180;')
    expect(all.replaceAll(' ', '')).toContain('Donaudampfschifffahrt')
    expect(all.match(/Ende der Notizen/g)).toHaveLength(200)
    expect(pages.length).toBeGreaterThan(4)
  })

  test('is refused with a message when it has too many pages', async () => {
    const articles = Array.from({ length: 22 }, () => ({ productName: 'Lang', description: `${'a\n'.repeat(999)}a` }))
    const { flame } = await fullFlame({ articles })
    const long = await user.call(dossierPrintApi.dossier, { params: { id: flame.id } })
    expect(long.problem).toMatchObject({ status: 409, code: 'PRINT_TOO_LONG' })
    expect(long.problem.detail).toContain(`mehr als ${limits.printPages} Seiten`)
    // Columns that the delivery note does not print do not lengthen it.
    expect((await print('deliveryNote', flame.id)).pages).toHaveLength(2)
    const packageInfos = articles.map(({ description }) => pack({ description }))
    const { flame: packed } = await fullFlame({ packageInfos })
    const note = await user.call(dossierPrintApi.deliveryNote, { params: { id: packed.id } })
    expect(note.problem.code).toBe('PRINT_TOO_LONG')
  })
})

test('prints are made in turn when too many run at once', async () => {
  const { flame } = await fullFlame()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const busy = [drawing(() => held), drawing(() => held)]
  const printing = print('dossier', flame.id)
  await expect.poll(() => [drawing.activeCount, drawing.pendingCount]).toEqual([2, 1])
  release()
  expect((await printing).pages).toHaveLength(1)
  await Promise.all(busy)
})

describe('the delivery note', () => {
  test('has what is delivered to whom, and nothing internal', async () => {
    const { flame, warehouse } = await fullFlame()
    const { pages } = await print('deliveryNote', flame.id)
    for (const text of [
      'Lieferschein',
      'c/o Atelier',
      'Feuerschale Größe Ø 80',
      "1'200",
      '120 × 80 × 60.5',
      'Unterschrift',
    ]) {
      expect(pages[0]).toContain(text)
    }
    for (const hidden of [
      '12.5 %',
      warehouse.title,
      'Rost innen',
      'Ring rostig',
      'Nur für das Haus',
      'Vorher anrufen',
    ]) {
      expect(pages[0]).not.toContain(hidden)
    }
  })
})

describe('the crate labels', () => {
  test('are one per package with its number', async () => {
    const { flame } = await fullFlame()
    const { pages } = await print('crateLabels', flame.id)
    expect(pages).toHaveLength(3)
    expect(pages[0]).toContain('Packstück 1 von 3 · 120 × 80 × 60.5 cm')
    expect(pages[2]).toContain('Packstück 3 von 3')
    expect(pages[2]).toContain('Zubehör')
    expect(pages[0]).toMatch(/Telefon 079 000 01 \d\d/)
    for (const page of pages) expect(page).toContain('Zoë Müller-Élysée')
  })

  test('have size and weight with their units, also in long lines', async () => {
    const sizes = { widthInCm: '160.5', depthInCm: '120.5', heightInCm: '100.5', weightInKg: '1054.25' }
    const { flame } = await fullFlame({ packageInfos: [pack({ ...sizes, quantity: 12 })] })
    const { pages } = await print('crateLabels', flame.id)
    expect(pages[9]).toContain("Packstück 10 von 12 · 160.5 × 120.5 × 100.5 cm · 1'054.25 kg")
  })

  test('are refused with a message when there are none or too many', async () => {
    const { flame } = await fullFlame({ packageInfos: [] })
    const params = { id: flame.id }
    const none = await user.call(dossierPrintApi.crateLabels, { params })
    expect(none.problem).toMatchObject({ status: 409, code: 'NO_PACKAGES' })
    const { flame: big } = await fullFlame({ packageInfos: [pack({ quantity: 600 }), pack({ quantity: 401 })] })
    const many = await user.call(dossierPrintApi.crateLabels, { params: { id: big.id } })
    expect(many.problem).toMatchObject({ status: 409, code: 'TOO_MANY_LABELS' })
    expect(many.problem.detail).toContain("1'001")
  })
})

test('a shared address is printed with the values of its owner', async () => {
  const owner = await buildContact({ addresses: [{ addressType: 'BUSINESS', street: 'Hofweg 5', shareable: true }] })
  const contact = await buildContact()
  const shared = await user.call(addressApi.add, {
    params: { id: contact.id },
    body: { addressType: 'BUSINESS', sharedByContactPersonRef: owner.id },
  })
  const flame = await buildFlame({ contactRef: contact.id, dossier: { deliveryAddressRef: shared.answer.id } })
  expect((await print('deliveryNote', flame.id)).pages[0]).toContain('Hofweg 5')
})

test('the company of a person is printed above the name, except on a home address', async () => {
  const contact = await buildContact({
    givenName: 'Pia',
    surname: 'Beispiel',
    companyName: 'Feuerhof Beispiel GmbH',
    addresses: [
      { addressType: 'BUSINESS', street: 'Werkweg 1', zipCode: '3011', city: 'Bern', country: 'CH' },
      { addressType: 'HOME', street: 'Gässli 1', zipCode: '3011', city: 'Bern', country: 'CH' },
    ],
  })
  const [business, home] = contact.addresses
  const [deliveryAddressRef = null, billingAddressRef = null] = [business?.id, home?.id]
  const dossier = { deliveryAddressRef, billingAddressRef, packageInfos: [pack()] }
  const { id } = await buildFlame({ contactRef: contact.id, dossier })
  expect((await print('crateLabels', id)).pages[0]).toContain('Feuerhof Beispiel GmbH Pia Beispiel Werkweg 1')
  const note = (await print('deliveryNote', id)).pages[0]
  expect(note?.match(/Feuerhof Beispiel GmbH/g)).toHaveLength(1)
  expect(note).toContain('Gässli 1')
})

test('a crate label has everything, even with long addresses, senders and contents', async () => {
  const { version } = (await admin.call(letterheadApi.get, {})).answer
  const sender = ['Feuerhof Beispiel GmbH, Manufaktur für Feuerschalen', 'Gewerbestrasse 12', '3600 Thun', 'Schweiz']
  await admin.call(letterheadApi.update, {
    body: { version, sender: [...sender, 'Telefon 033 000 00 00'].join('\n'), footer: '' },
  })
  const contact = await buildContact({
    givenName: 'Pia Maria Magdalena',
    surname: 'Beispiel-Mustermann',
    companyName: `Beispiel Landschaftsbau und Gartengestaltung ${'und Söhne '.repeat(9)}GmbH & Co. KG`,
    addresses: [
      {
        addressType: 'BUSINESS',
        alternativeGP: 'c/o Musterwerk Nord, Abteilung Einkauf und Logistik, Frau Muster',
        additionalAddress: 'Gebäude 12, Tor 3, Anlieferung nur bis 15 Uhr über die Hofeinfahrt',
        street: 'Alte Landstrasse am Mühlenweg 1234',
        zipCode: '79098',
        city: 'Freiburg im Breisgau',
        country: 'DE',
      },
    ],
  })
  const description = `${'Feuerschale mit Ring, Rost und Deckel, '.repeat(6)}zerbrechlich`
  const dossier = { deliveryAddressRef: contact.addresses[0]?.id ?? null, packageInfos: [pack({ description })] }
  const { id } = await buildFlame({ contactRef: contact.id, dossier })
  const { pages } = await print('crateLabels', id)
  expect(pages[0]).toContain('79098 Freiburg im Breisgau DEUTSCHLAND')
  expect(pages[0]).toContain('und Söhne GmbH & Co. KG')
  expect(pages[0]).toContain('Deckel, zerbrechlich')
  await admin.call(letterheadApi.update, { body: { version: version + 1, sender: '', footer: '' } })
})

test('an unknown flame is NOT_FOUND, and one in the bin is printed', async () => {
  const { flame } = await fullFlame()
  const params = { id: flame.id }
  await user.call(flameApi.remove, { params })
  expect((await print('dossier', flame.id)).pages).toHaveLength(1)
  await user.call(flameApi.removeForGood, { params })
  expect((await user.call(dossierPrintApi.dossier, { params })).problem.code).toBe('NOT_FOUND')
})

test('the pickup list of a day has kinds, times, sizes and totals for the yard', async () => {
  const agency = (await admin.call(masterData.forwardingAgencies.add, { body: { title: 'Gipfelfracht AG' } })).answer.id
  const light = pack({ weightInKg: '10.25' })
  const packageInfos = [light, pack({ widthInCm: '40' }), light]
  const pickupDate = '2035-06-11T22:00:00Z'
  await buildFlame({ dossier: { certificateName: 'Erste', pickupDate, packageInfos, forwardingAgencyRef: agency } })
  await buildFlame({
    dossier: { certificateName: 'Zweite', selfPickupAt: '2035-06-12T12:30:00Z', packageInfos: [pack()] },
  })
  await buildFlame({ dossier: { certificateName: 'Andermals', pickupDate: '2035-06-12T22:00:00Z' } })
  const { response, status } = await user.call(pickupPrintApi.day, { query: { day: '2035-06-12', isPreview: 'true' } })
  expect(status).toBe(200)
  if (process.env.GLUT_KEEP_PRINTS) writeFileSync(`${process.env.GLUT_KEEP_PRINTS}/day.pdf`, response.rawPayload)
  const [page = ''] = await pagesOf(response.rawPayload)
  for (const said of [
    'Tagesliste 12.06.2035',
    "Abholung: 3 Kisten, 1'271 kg",
    'Erste',
    '2: 120 × 80 × 60.5',
    '1: 40 × 80 × 60.5',
    'Gipfelfracht AG',
    "Selbstabholung: 1 Kiste, 1'250.5 kg",
    '14:30',
    'Zweite',
    '☐',
  ]) {
    expect(page).toContain(said)
  }
  expect(page).not.toContain('Andermals')
  // A link opened by the browser itself is requested in the browser's language.
  const cookie = `${await sessionOf('USER')}; ${languageKey}=FR`
  const french = await withCookie(cookie).call(pickupPrintApi.day, { query: { day: '2035-06-12' } })
  expect((await pagesOf(french.response.rawPayload))[0]).toContain("Retrait par le client : 1 caisse, 1'250.5 kg")
  const empty = await user.call(pickupPrintApi.day, { query: { day: '2035-06-20' } })
  expect((await pagesOf(empty.response.rawPayload))[0]).toContain('geht nichts weg')
  expect((await as('TERMIN_USER').call(pickupPrintApi.day, { query: { day: '2035-06-20' } })).status).toBe(403)
})

test('characters that the font lacks are marked, and the sheet says so', async () => {
  const { id } = await buildFlame({ dossier: { notes: 'Für 山田太郎 👍🏽 und Яна' } })
  const [page] = (await print('dossier', id)).pages
  expect(page).toContain('Für [?] [?] und Яна')
  expect(page).toContain('Wo [?] steht, hat der Text Zeichen, die hier nicht gedruckt werden können.')
  const { id: plain } = await buildFlame({ dossier: { notes: 'Für Élysée' } })
  expect((await print('dossier', plain)).pages[0]).not.toContain('[?]')
})

test('a wide certificate name in the footer does not overlap the page number', async () => {
  const { flame } = await fullFlame({ certificateName: 'W'.repeat(limits.dossier.certificateNameLength) })
  const { response, pages } = await print('dossier', flame.id)
  expect(pages[0]).toMatch(/4711 · W+… · Gedruckt am /)
  const pdf = await getDocument({ data: new Uint8Array(response.rawPayload), verbosity: 0 }).promise
  const { items } = await (await pdf.getPage(1)).getTextContent()
  const placed = items.flatMap((item) => ('str' in item ? [{ ...item, x: Number(item.transform[4]) }] : []))
  const [foot, number] = [/ · Gedruckt am /, /^Seite 1 von /].map((text) => placed.find(({ str }) => text.test(str)))
  expect((foot?.x ?? 0) + (foot?.width ?? 0)).toBeLessThan(number?.x ?? 0)
  await pdf.loadingTask.destroy()
})
