import type { Page } from '@playwright/test'
import { addContact, api, expect, expectNoAxeViolations, type Made, said, test, unique } from './fixtures.ts'

// what the tests have refused
test.use({ expectedErrors: /409 \(Conflict\)|400 \(Bad Request\)/ })

type Part = { id: string }
interface Board extends Made {
  steps: Part[]
}
interface Flame extends Made {
  taskboardRef: string
  dossier: {
    certificateName: string
    notes: string
    selfPickupAt: string
    articles: { id: string; productName: string; quantity: number; discount: string | null; description: string }[]
    packageInfos: { weightInKg: string; description: string }[]
  }
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const rowOf = (page: Page, table: string, index: number) =>
  page.getByRole('table', { name: table }).getByRole('row').nth(index)
const open = (page: Page, flame: Flame) => page.goto(`/flames/${flame.id}/${flame.taskboardRef}`)
const flameOf = (page: Page, { id }: Made) => api<Flame>(page, 'GET', `/api/flames/${id}`)
const save = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Speichern' }).click()

async function choose(page: Page, name: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name, exact: true }).click()
  await page.getByRole('option', { name: option, exact: typeof option === 'string' }).click()
}

/** What a trade needs, made by an admin: products with pallets, lists and a board whose second step asks for something. */
async function trade(page: Page) {
  const word = unique()
  const pallet = await api(page, 'POST', '/api/pallets', {
    widthInCm: '120',
    depthInCm: '80',
    heightInCm: '60',
    weightInKg: '25',
    description: `Palette ${word}`,
  })
  const ring = { title: `Feuerring ${word}`, weightInKg: '85.5', possiblePallet: pallet.id }
  const ringId = (await api<Part>(page, 'POST', '/api/products', ring)).id
  await api(page, 'POST', '/api/products', { title: `Zange ${word}`, kind: 'ACCESSORY', weightInKg: '0.4' })
  await api(page, 'POST', '/api/misc/warehouses', { title: `Lager ${word}` })
  await api(page, 'POST', '/api/misc/forwarding-agency', { title: `Spedition ${word}` })
  await api(page, 'POST', '/api/misc/conditions/payment', { title: `Netto ${word}` })
  await api(page, 'POST', '/api/misc/conditions/delivery', { title: `Frei ${word}` })
  const steps = [
    { title: 'Neu', requires: ['SAP_NUMBER'] },
    { title: 'Versand', requires: ['AVIS_PHONE'] },
  ]
  const board = await api<Board>(page, 'POST', '/api/blackboards', { title: `Verkauf ${word}`, kind: 'FLAME', steps })
  return { word, ringId, board }
}

interface Contact extends Made {
  addresses: Part[]
  phoneNumbers: Part[]
}

const addCustomer = (page: Page, surname: string, more: object = {}) =>
  addContact<Contact>(page, {
    givenName: 'Vreni',
    surname,
    addresses: [{ addressType: 'HOME', street: 'Seeweg 4', zipCode: '6300', city: 'Zug', country: 'CH' }],
    phoneNumbers: [{ type: 'MOBILE', number: `+4179${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}` }],
    ...more,
  })

async function addFlame(page: Page, board: Board, contact: Made, dossier: object = {}): Promise<Flame> {
  // the first step asks for what a new dossier lacks
  const { id: step = '' } = board.steps[0] ?? {}
  const body = { contactRef: contact.id, taskboardRef: board.id, step, dossier, overrideReason: 'Test' }
  return api<Flame>(page, 'POST', '/api/flames', body)
}

const article = (productName: string, quantity = 1) => ({ productName, quantity })
const crate = { quantity: 2, widthInCm: '100', depthInCm: '50', heightInCm: '40', weightInKg: '30' }

test('a dossier is filled from start to end', async ({ page, signIn, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn('admin')
  const { word, board } = await trade(page)
  const contact = await addCustomer(page, word, { customerType: 'RESELLER_25', uidCheck: { value: 'CHE-116.281.271' } })
  const reseller = await addCustomer(page, `${word}handel`)
  const flame = await addFlame(page, board, contact)
  await open(page, flame)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Dossier Vreni ${word} - Wiederverkäufer 25 %`)
  await expect(field(page, 'Name auf dem Zertifikat')).toHaveValue(`Vreni ${word}`)
  await expect(field(page, 'UID')).toHaveValue('CHE-116.281.271')
  await expect(page.getByText(/^geprüft am .* durch Prüfziffer$/)).toBeVisible()

  // what the step asks for, with the way there
  await page.getByRole('group', { name: 'Für diesen Schritt fehlt' }).getByRole('button').click()
  await expect(field(page, 'SAP-Auftragsnummer')).toBeFocused()
  await field(page, 'SAP-Auftragsnummer').fill('4711')
  await field(page, 'Abholtermin').fill('1.3.27')
  await field(page, 'Selbstabholung').fill('2.3.27')
  await field(page, 'Lieferdatum').fill('5.3.27')
  await field(page, 'Zahlungsfrist').fill('30.3.27')
  await choose(page, 'Zahlungsbedingung', `Netto ${word}`)
  await choose(page, 'Lieferbedingung', `Frei ${word}`)
  await choose(page, 'Spedition', `Spedition ${word}`)
  await page.getByRole('radio', { name: 'EUR' }).check()
  await page.getByRole('checkbox', { name: 'OSS' }).check()
  await field(page, 'Offertnummer Versand').fill('OF-1')
  await field(page, 'Notizen').fill('Vor dem Liefern anrufen')

  await page.getByRole('button', { name: 'Wiederverkäufer wählen' }).click()
  const picker = page.getByRole('dialog', { name: 'Wiederverkäufer wählen' })
  await picker.getByRole('textbox', { name: 'Nachname' }).fill(`${word}handel`)
  await page.keyboard.press('Enter')
  await picker.getByRole('gridcell', { name: `${word}handel` }).click()
  await expect(field(page, 'Wiederverkäufer')).toHaveValue(`Vreni ${word}handel`)
  expect(reseller.id).toBeTruthy()

  // articles: the discount is that of the customer type
  for (const title of [`Zange ${word}`, `Feuerring ${word}`]) {
    await page.getByRole('button', { name: 'Artikel hinzufügen' }).click()
    const product = page
      .getByRole('table', { name: 'Artikel' })
      .getByRole('row')
      .last()
      .getByRole('combobox', { name: 'Produkt' })
    await product.fill(title.toLowerCase())
    await page.getByRole('option', { name: title }).click()
  }
  await expect(rowOf(page, 'Artikel', 2).getByRole('textbox', { name: 'Rabatt in %' })).toHaveValue('25')
  await rowOf(page, 'Artikel', 2).getByRole('textbox', { name: 'Anzahl' }).fill('2')
  await rowOf(page, 'Artikel', 2).getByRole('textbox', { name: 'Notiz' }).fill('schwarz')
  await page.getByRole('button', { name: 'Artikel 2 verschieben' }).click()
  await page.getByRole('menuitem', { name: 'An den Anfang' }).click()
  await expect(rowOf(page, 'Artikel', 1).getByRole('combobox', { name: 'Produkt' })).toHaveValue(`Feuerring ${word}`)

  // packages: reckoned from the articles, explained and compared before they replace what stands there
  await page.getByRole('button', { name: 'Leere Zeile hinzufügen' }).click()
  await expect(rowOf(page, 'Packliste', 1).getByRole('textbox', { name: 'Breite in cm' })).toHaveValue('0')
  await page.getByRole('button', { name: 'Zurücksetzen und neu berechnen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Packliste aus den Artikeln berechnen' })
  await expect(dialog.getByText('25 kg + 85.5 kg = 110.5 kg')).toBeVisible()
  await expect(dialog.getByText('keine Palette möglich: kein Packstück')).toBeVisible()
  await expect(dialog.getByRole('row', { name: /^entfällt 1 0 x 0 x 0 cm/ })).toBeVisible()
  await expect(dialog.getByRole('row', { name: /^neu 2 120 x 80 x 60 cm/ })).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Packliste ersetzen' }).click()
  await expect(page.getByText('2 Packstücke · 221 kg · 1.152 m³')).toBeVisible()
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(rowOf(page, 'Packliste', 1).getByRole('textbox', { name: 'Breite in cm' })).toHaveValue('0')
  await page.getByRole('button', { name: 'Zurücksetzen und neu berechnen' }).click()
  await page.getByRole('button', { name: 'Packliste ersetzen' }).click()
  await expect(page.getByRole('img', { name: 'Kisten im Massstab: 2 x 120 x 80 x 60 cm' })).toBeVisible()
  await page.getByRole('button', { name: 'Packstück 1 kopieren' }).click()
  await said(page, 'Kistenmasse + Gewicht erfolgreich kopiert')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('1 x 120 x 80 x 60 cm, 110.5 kg')

  // AVIS and addresses
  await choose(page, 'AVIS-Telefonnummer', /Mobil$/)
  await expect(page.getByRole('combobox', { name: 'AVIS-E-Mail' })).toHaveText('keine E-Mail-Adresse gesetzt')
  await page.getByRole('button', { name: 'Neue E-Mail-Adresse' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'E-Mail' }).fill(`${word}@example.ch`)
  await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByRole('combobox', { name: 'AVIS-E-Mail' })).toHaveText(`${word}@example.ch`)
  await choose(page, 'Rechnungsadresse', 'Seeweg 4, 6300 Zug')
  await page.getByRole('button', { name: 'Rechnungsadresse übernehmen' }).click()
  await expect(page.getByText('Lieferadresse entspricht der Rechnungsadresse', { exact: true })).toBeVisible()

  await field(page, 'Notizen').press('Control+s')
  await said(page, 'Dossier gespeichert')
  const { dossier } = await flameOf(page, flame)
  expect(dossier).toMatchObject({
    sapOrdernumber: '4711',
    pickupDate: '2027-02-28T23:00:00.000Z',
    selfPickupAt: '2027-03-02T07:00:00.000Z',
    currency: 'EUR',
    oss: true,
    resellerRef: reseller.id,
    notes: 'Vor dem Liefern anrufen',
    billingAddressRef: contact.addresses[0]?.id,
    deliveryAddressRef: contact.addresses[0]?.id,
    articles: [
      { productName: `Feuerring ${word}`, quantity: 2, discount: '25', description: 'schwarz' },
      { productName: `Zange ${word}`, quantity: 1, discount: '25' },
    ],
    packageInfos: [{ weightInKg: '110.5' }, { weightInKg: '110.5' }],
  })
  await expect(page.getByRole('group', { name: 'Für diesen Schritt fehlt' })).toBeHidden()
  await page.reload()
  await expect(field(page, 'Abholtermin')).toHaveValue('01.03.2027')
  await expect(field(page, 'Selbstabholung')).toHaveValue('02.03.2027 08:00')
})

test('what cannot be is refused beside its field, and what was typed stays', async ({ page, signIn }) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  await api(page, 'POST', '/api/misc/locked_pickup_dates', { lockedAt: '2027-12-24' })
  const dossier = { articles: [article('Ring')], packageInfos: [crate] }
  const flame = await addFlame(page, board, await addCustomer(page, word), dossier)
  await open(page, flame)
  await expect(page.getByText('keine Rufnummer gesetzt')).toBeVisible()

  for (const [typed, sentence] of [
    ['31.12.1799', 'Eingabe ist kein valides Datum'],
    ['1.1.2500', 'Eingabe ist kein valides Datum'],
    ['29.2.2027', 'Eingabe ist kein valides Datum'],
    ['1.3.27 24:00', 'Falsche Stundenangabe'],
    ['1.3.27 10:60', 'Falsche Minutenangabe'],
    ['24.12.2027', 'Datum ist als Abholtermin blockiert'],
  ] as const) {
    await field(page, 'Abholtermin').fill(typed)
    await field(page, 'Abholtermin').blur()
    await expect(page.getByText(sentence)).toBeVisible()
  }
  await save(page)
  await expect(field(page, 'Abholtermin')).toHaveValue('24.12.2027')
  await field(page, 'Abholtermin').fill('23.12.2027')

  const quantity = rowOf(page, 'Artikel', 1).getByRole('textbox', { name: 'Anzahl' })
  for (const [typed, sentence] of [
    ['0', 'Der Wert muss mindestens 1 sein'],
    ['-1', 'Der Wert muss mindestens 1 sein'],
    ['1000000000', "Der Wert darf höchstens 100'000 sein"],
    ['1.5', 'Das Feld muss eine ganze Zahl sein'],
    ['', 'Das Feld wird benötigt'],
  ] as const) {
    await quantity.fill(typed)
    await quantity.blur()
    await expect(rowOf(page, 'Artikel', 1).getByText(sentence)).toBeVisible()
  }
  await quantity.fill('3')
  const discount = rowOf(page, 'Artikel', 1).getByRole('textbox', { name: 'Rabatt in %' })
  await discount.fill('101')
  await discount.blur()
  await expect(page.getByText('Der Wert darf höchstens 100 sein')).toBeVisible()
  await discount.fill('')

  await field(page, 'Name auf dem Zertifikat').fill('x'.repeat(51))
  await field(page, 'Name auf dem Zertifikat').blur()
  await expect(page.getByText('Das Feld darf max 50 Zeichen besitzen')).toBeVisible()
  await field(page, 'Name auf dem Zertifikat').fill('Zertifikat')

  await page.getByRole('button', { name: 'Artikel hinzufügen' }).click()
  await page.getByRole('button', { name: 'Leere Zeile hinzufügen' }).click()
  await save(page)
  await expect(rowOf(page, 'Artikel', 2).getByText('Das Feld wird benötigt')).toBeVisible()
  await expect(rowOf(page, 'Packliste', 2).getByText('Der Wert muss mindestens 1 sein')).toHaveCount(4)

  await page.getByRole('button', { name: 'Artikel 2 löschen' }).click()
  await expect(page.getByText('Artikel «Artikel 2» löschen?')).toBeVisible()
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(page.getByRole('button', { name: 'Artikel 2 löschen' })).toBeVisible()
  await page.getByRole('button', { name: 'Artikel 2 löschen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Artikel löschen' }).click()
  await page.getByRole('button', { name: 'Packstück 2 löschen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Packstück löschen' }).click()
  await save(page)
  await said(page, 'Dossier gespeichert')
  const { dossier: kept } = await flameOf(page, flame)
  expect(kept.articles.map(({ quantity, discount }) => [quantity, discount])).toEqual([[3, null]])

  await field(page, 'Notizen').fill('ungespeichert')
  await page.getByRole('button', { name: 'Zum Kontakt' }).click()
  await page.getByRole('button', { name: 'Weiter bearbeiten' }).click()
  await expect(field(page, 'Notizen')).toHaveValue('ungespeichert')
})

test('two people save the same dossier: rows merge, what both changed is chosen field by field', async ({
  page,
  signIn,
  openFor,
}) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  const articles = ['Ring', 'Schale', 'Zange'].map((name) => article(name))
  const flame = await addFlame(page, board, await addCustomer(page, word), { articles, packageInfos: [crate] })
  const other = await openFor('user')
  await open(page, flame)
  await open(other, flame)
  const quantity = (who: Page, row: number) => rowOf(who, 'Artikel', row).getByRole('textbox', { name: 'Anzahl' })

  await expect(quantity(other, 1)).toHaveValue('1')
  await quantity(page, 1).fill('5')
  await save(page)
  await said(page, 'Dossier gespeichert')
  await quantity(other, 2).fill('7')
  await save(other)
  await said(other, 'Dossier gespeichert')
  await expect(quantity(other, 1)).toHaveValue('5')
  await expect(quantity(other, 2)).toHaveValue('7')

  // the first one knows nothing of the 7 and changes the same row and the same field
  await quantity(page, 2).fill('8')
  await field(page, 'Notizen').fill('von mir')
  await field(other, 'Notizen').fill('vom anderen')
  await quantity(other, 3).fill('9')
  await save(other)
  await expect(other.getByRole('banner').getByRole('button', { name: 'Speichern' })).toBeDisabled()
  await save(page)
  const conflict = page.getByRole('dialog', { name: /wurde inzwischen geändert/ })
  await expect(conflict.getByRole('heading', { level: 3 })).toHaveText(['Notizen', 'Artikel «Schale»: Anzahl'])
  await expectNoAxeViolations(page)
  await conflict
    .getByRole('radiogroup', { name: 'Notizen' })
    .getByRole('radio', { name: /von mir/ })
    .check()
  await conflict
    .getByRole('radiogroup', { name: /Schale/ })
    .getByRole('radio', { name: /7/ })
    .check()
  await conflict.getByRole('button', { name: 'Auswahl speichern' }).click()
  await expect(conflict).toBeHidden()
  await expect(quantity(page, 2)).toHaveValue('7')
  await expect(quantity(page, 3)).toHaveValue('9')
  const { dossier } = await flameOf(page, flame)
  expect(dossier.notes).toBe('von mir')
  expect(dossier.articles.map((one) => one.quantity)).toEqual([5, 7, 9])
})

test('one changes the contact while the other chooses a mail of the former: the contact is asked about', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  const contact = await addCustomer(page, word)
  const another = await addCustomer(page, `${word}neu`)
  const flame = await addFlame(page, board, contact)
  await open(page, flame)
  await choose(page, 'AVIS-Telefonnummer', /^079/)
  await field(page, 'Notizen').fill('von mir')
  const moved = { version: 1, dossier: { contactRef: another.id } }
  await api(page, 'PUT', `/api/flames/${flame.id}`, moved)
  await save(page)
  const conflict = page.getByRole('dialog', { name: /wurde inzwischen geändert/ })
  await expect(conflict.getByRole('heading', { level: 3 })).toHaveText(['Kontakt'])
  await conflict
    .getByRole('radio', { name: new RegExp(`Vreni ${word}`) })
    .first()
    .check()
  await conflict.getByRole('button', { name: 'Auswahl speichern' }).click()
  await said(page, 'Dossier gespeichert')
  const { dossier } = await flameOf(page, flame)
  expect(dossier).toMatchObject({
    contactRef: contact.id,
    avisPhoneNumberRef: contact.phoneNumbers[0]?.id,
    notes: 'von mir',
  })
})

test('a packing list that fits its changed articles still is confirmed', async ({ page, signIn }) => {
  await signIn('admin')
  const { word, board, ringId } = await trade(page)
  const articles = [{ productRef: ringId, quantity: 1 }]
  const flame = await addFlame(page, board, await addCustomer(page, word), { articles })
  await open(page, flame)
  const lacks = async () => (await api<{ lacks: string[] }>(page, 'GET', `/api/flames/${flame.id}`)).lacks
  const dialog = page.getByRole('dialog', { name: 'Packliste aus den Artikeln berechnen' })
  await page.getByRole('button', { name: 'Zurücksetzen und neu berechnen' }).click()
  await dialog.getByRole('button', { name: 'Packliste ersetzen' }).click()
  await save(page)
  await said(page, 'Dossier gespeichert')
  expect(await lacks()).not.toContain('PACKAGES_CURRENT')

  await page.getByRole('button', { name: 'Artikel hinzufügen' }).click()
  await rowOf(page, 'Artikel', 2).getByRole('combobox', { name: 'Produkt' }).fill(`Zange ${word}`)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Zurücksetzen und neu berechnen' }).click()
  await expect(dialog.getByText('Die Packliste entspricht schon den Artikeln.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Packliste bestätigen' }).click()
  await save(page)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Speichern' })).toBeDisabled()
  expect(await lacks()).not.toContain('PACKAGES_CURRENT')
})

test('what is there no more is named where it stood', async ({ page, signIn }) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  const account = { username: `weg${word}`, password: 'glut-demo', roles: ['USER'] }
  const gone = await api<Made>(page, 'POST', '/api/users', account)
  const product = await api<Made>(page, 'POST', '/api/products', { title: `Haube ${word}` })
  const contact = await addCustomer(page, word)
  const flame = await addFlame(page, board, contact)
  await api(page, 'PUT', `/api/flames/${flame.id}`, { version: 1, assigneeRef: gone.id })
  await api(page, 'DELETE', `/api/users/${gone.id}`)
  await open(page, flame)
  await expect(page.getByRole('combobox', { name: 'Bearbeiter' })).toHaveText('nicht mehr vorhanden')

  await page.getByRole('button', { name: 'Artikel hinzufügen' }).click()
  await rowOf(page, 'Artikel', 1).getByRole('combobox', { name: 'Produkt' }).fill(`Haube ${word}`)
  await page.keyboard.press('Enter')
  await api(page, 'DELETE', `/api/products/${product.id}`)
  await save(page)
  await expect(rowOf(page, 'Artikel', 1).getByText('Der gewählte Eintrag besteht nicht mehr')).toBeVisible()
})

test('an address is changed in place, which asks, and another contact clears the four references', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  const contact = await addCustomer(page, word)
  const another = await addCustomer(page, `${word}neu`)
  const flame = await addFlame(page, board, contact, {
    deliveryAddressRef: contact.addresses[0]?.id,
    avisPhoneNumberRef: contact.phoneNumbers[0]?.id,
  })
  await open(page, flame)
  await page.getByRole('button', { name: 'Seeweg 4, 6300 Zug bearbeiten' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Strasse' }).fill('Bergweg 1')
  await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Der Kontakt wird ebenfalls aktualisiert.')
  await question.getByRole('button', { name: 'Ändern' }).click()
  await expect(page.getByRole('combobox', { name: 'Lieferadresse' })).toHaveText('Bergweg 1, 6300 Zug')

  await page.getByRole('button', { name: 'Kontakt wechseln' }).click()
  const picker = page.getByRole('dialog', { name: 'Neuer Kontakt des Dossiers' })
  await picker.getByRole('textbox', { name: 'Nachname' }).fill(`${word}neu`)
  await page.keyboard.press('Enter')
  await picker.getByRole('gridcell', { name: `${word}neu` }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Geleert werden: AVIS-Telefonnummer, Lieferadresse.')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Kontakt wechseln' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Dossier Vreni ${word}neu - Unbekannt`)
  await expect(page.getByRole('combobox', { name: 'AVIS-Telefonnummer' })).toHaveText('keine Rufnummer gesetzt')
  await expect(field(page, 'Name auf dem Zertifikat')).toHaveValue(`Vreni ${word}neu`)
  await save(page)
  await said(page, 'Dossier gespeichert')
  expect((await flameOf(page, flame)).dossier).toMatchObject({
    contactRef: another.id,
    deliveryAddressRef: null,
    avisPhoneNumberRef: null,
  })

  await page.getByRole('button', { name: 'Zum Kontakt' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Vreni ${word}neu`)
  await page.getByRole('button', { name: 'Zurück zur Aufgabe' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Dossier Vreni ${word}neu - Unbekannt`)
})

test('in the bin and in the archive a dossier is read only and can be taken back', async ({ page, signIn }) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  const dossier = { articles: [article('Ring')], packageInfos: [crate] }
  const flame = await addFlame(page, board, await addCustomer(page, word), dossier)
  await open(page, flame)
  await page.getByRole('button', { name: 'Dossier löschen' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(flame.dossier.certificateName)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Dossier löschen' }).click()
  await expect(page.getByText(/^Diese Flamme liegt seit .* im Papierkorb\.$/)).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Speichern' })).toBeHidden()
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(page.getByText(/im Papierkorb\.$/)).toBeHidden()

  await api(page, 'DELETE', `/api/flames/${flame.id}/_archive`)
  await page.reload()
  await expect(page.getByText(/^Diese Flamme ist seit .* archiviert\.$/)).toBeVisible()
  await expect(field(page, 'Notizen')).not.toBeEditable()
  await expect(rowOf(page, 'Artikel', 1).getByRole('textbox', { name: 'Anzahl' })).not.toBeEditable()
  for (const name of [
    'Artikel hinzufügen',
    'Kontakt wechseln',
    'Zurücksetzen und neu berechnen',
    'Artikel 1 löschen',
  ]) {
    await expect(page.getByRole('button', { name })).toBeHidden()
  }
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Aus dem Archiv holen' }).click()
  await expect(field(page, 'Notizen')).toBeEditable()
})

test('whoever may only look at flames sees all and changes nothing', async ({ page, signIn, openFor }) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  const dossier = { articles: [article('Ring')], packageInfos: [crate] }
  const flame = await addFlame(page, board, await addCustomer(page, word), dossier)
  const permissions = ['FLAME_READ', 'TASKBOARD_READ', 'CONTACT_READ', 'USER_READ']
  await api(page, 'POST', '/api/roles', { name: `LESER_${word}`, permissions })
  await api(page, 'POST', '/api/users', { username: word, password: 'glut-demo', roles: [`LESER_${word}`] })
  const reader = await openFor(word)
  await open(reader, flame)
  await expect(reader.getByText('Nur lesen')).toBeVisible()
  await expect(field(reader, 'Notizen')).not.toBeEditable()
  await expect(rowOf(reader, 'Packliste', 1).getByRole('textbox', { name: 'Breite in cm' })).toHaveValue('100')
  for (const name of ['Speichern', 'Dossier löschen', 'Kontakt wechseln', 'Artikel hinzufügen']) {
    await expect(reader.getByRole('button', { name })).toBeHidden()
  }
  await expect(reader.getByRole('button', { name: 'Packstück 1 kopieren' })).toBeVisible()
})

test('the dossier, its delivery note and its crate labels are printed, and what is not saved is asked about', async ({
  page,
  signIn,
  context,
}) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  const contact = await addCustomer(page, `Druck${word}`)
  const flame = await addFlame(page, board, contact, { articles: [{ productName: 'Feuerring' }] })
  await open(page, flame)

  const menu = () => page.getByRole('button', { name: 'Drucken' }).click()
  const item = (name: string) => page.getByRole('menuitem', { name })
  async function printed(print: string, choose: () => Promise<void>): Promise<void> {
    const path = `/api/flames/${flame.id}/prints/${print}?isPreview=true`
    // Asked for, not shown: a browser without a viewer for PDF saves it.
    const asked = context.waitForEvent('request', (request) => request.url().includes(path))
    const [tab] = await Promise.all([context.waitForEvent('page'), choose()])
    await asked
    await tab.close()
    const answer = await page.request.get(path)
    expect(answer.headers()['content-type']).toBe('application/pdf')
  }

  await menu()
  await expect(item('Kistenetiketten')).toHaveAttribute('aria-disabled', 'true')
  await expect(item('Kistenetiketten')).toContainText('Noch keine Packstücke gespeichert')
  await printed('delivery-note', () => item('Lieferschein').click())

  await field(page, 'SAP-Auftragsnummer').fill('4711')
  await menu()
  await item('Dossier').click()
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(field(page, 'SAP-Auftragsnummer')).toHaveValue('4711')
  await menu()
  await item('Dossier').click()
  await printed('dossier', () => page.getByRole('button', { name: 'Speichern und drucken' }).click())
  expect(await flameOf(page, flame)).toMatchObject({ dossier: { sapOrdernumber: '4711' } })

  // what cannot be saved is not printed either
  await page.getByRole('button', { name: 'Leere Zeile hinzufügen' }).click()
  await menu()
  await item('Dossier').click()
  await page.getByRole('button', { name: 'Speichern und drucken' }).click()
  await expect(page.getByText('Der Wert muss mindestens 1 sein').first()).toBeVisible()
  expect(context.pages().filter((one) => one.url().includes('/prints/'))).toHaveLength(0)
})

test('the address of the to-dos of a flame leads on to its dossier', async ({ page, signIn }) => {
  await signIn('user')
  const boards = await api<Board[]>(page, 'GET', '/api/blackboards')
  const contact = await addCustomer(page, `Todo${unique()}`)
  const [board] = boards
  if (!board) throw new Error('the demo has boards')
  const flame = await addFlame(page, board, contact)
  await page.goto(`/flames/${flame.id}/${flame.taskboardRef}/todos`)
  await expect(page.getByText('Zu dieser Flamme gibt es keine To-dos')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Zum Dossier' }).click()
  await expect(page).toHaveURL(new RegExp(`/flames/${flame.id}/${flame.taskboardRef}$`))
  await expect(field(page, 'Name auf dem Zertifikat')).toBeVisible()
})

test('500 articles scroll, are dragged and stay usable', async ({ page, signIn }) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  const articles = Array.from({ length: 500 }, (_, index) => article(`Teil ${index + 1}`))
  const flame = await addFlame(page, board, await addCustomer(page, word), { articles })
  await open(page, flame)
  const table = page.getByRole('table', { name: 'Artikel' })
  await expect(table).toHaveAttribute('aria-rowcount', '501')
  await expect(page.getByRole('button', { name: 'Artikel 500 verschieben' })).toBeHidden()
  await table.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  await page
    .getByRole('button', { name: 'Artikel 500 verschieben' })
    .dragTo(page.getByRole('button', { name: 'Artikel 497 verschieben' }))
  await save(page)
  await said(page, 'Dossier gespeichert')
  const { dossier } = await flameOf(page, flame)
  expect(dossier.articles.slice(-4).map(({ productName }) => productName)).toEqual([
    'Teil 500',
    'Teil 497',
    'Teil 498',
    'Teil 499',
  ])
})

for (const width of [1440, 390]) {
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 844 } })

    test('axe finds nothing on a dossier, and nothing is wider than the window', async ({ page, signIn }) => {
      await signIn('admin')
      const { word, board } = await trade(page)
      const contact = await addCustomer(page, word)
      const dossier = {
        articles: [article('Ring')],
        packageInfos: [crate],
        deliveryAddressRef: contact.addresses[0]?.id,
        billingAddressRef: contact.addresses[0]?.id,
      }
      await open(page, await addFlame(page, board, contact, dossier))
      await expect(page.getByText('Lieferadresse entspricht der Rechnungsadresse')).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectNoAxeViolations(page)
      const main = page.getByRole('main')
      expect(await main.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
    })
  })
}
