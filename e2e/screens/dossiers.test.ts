import { lockedPickupDateApi } from '../../contract/src/lists/master-data.ts'
import { flameApi } from '../../contract/src/orders/flames.ts'
import { addCustomer, addFlame, article, crate, flameOf, open, rowOf, save, trade } from '../dossiers.ts'
import { call, choose, expect, expectNoAxeViolations, field, said, test } from './fixtures.ts'

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

  // missing requirements of the step lead to their fields
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

  // articles start with the discount of the customer type
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

  // packages are calculated from the articles, explained, and compared before they replace the packing list
  await page.getByRole('button', { name: 'Leere Zeile hinzufügen' }).click()
  await expect(rowOf(page, 'Packliste', 1).getByRole('textbox', { name: 'Breite in cm' })).toHaveValue('0')
  await page.getByRole('button', { name: 'Zurücksetzen und neu berechnen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Packliste aus den Artikeln berechnen' })
  await expect(dialog.getByText('25 kg + 85.5 kg = 110.5 kg')).toBeVisible()
  await expect(dialog.getByText('keine Palette möglich: kein Packstück')).toBeVisible()
  await expect(dialog.getByRole('row', { name: /^entfällt 1 0 × 0 × 0 cm/ })).toBeVisible()
  await expect(dialog.getByRole('row', { name: /^neu 2 120 × 80 × 60 cm/ })).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Packliste ersetzen' }).click()
  await expect(page.getByText('2 Packstücke · 221 kg · 1.152 m³')).toBeVisible()
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(rowOf(page, 'Packliste', 1).getByRole('textbox', { name: 'Breite in cm' })).toHaveValue('0')
  await page.getByRole('button', { name: 'Zurücksetzen und neu berechnen' }).click()
  await page.getByRole('button', { name: 'Packliste ersetzen' }).click()
  await expect(page.getByRole('img', { name: 'Kisten im Massstab: 2 × 120 × 80 × 60 cm' })).toBeVisible()
  await page.getByRole('button', { name: 'Packstück 1 kopieren' }).click()
  await said(page, 'Kistenmasse + Gewicht erfolgreich kopiert')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('1 × 120 × 80 × 60 cm, 110.5 kg')

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

test('invalid input is refused beside its field, and the input stays', async ({ page, signIn }) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  await call(page, lockedPickupDateApi.add, { body: { lockedAt: '2027-12-24' } })
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
    await field(page, 'Abholtermin').fill('23.12.2027')
    await field(page, 'Abholtermin').blur()
    await expect(page.getByText(sentence)).toBeHidden()
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
    await quantity.fill('3')
    await quantity.blur()
    await expect(rowOf(page, 'Artikel', 1).getByText(sentence)).toBeHidden()
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
  await page.getByRole('button', { name: 'Zum Kontakt' }).click()
  await page.getByRole('button', { name: 'Speichern und verlassen' }).click()
  await expect(page).toHaveURL(/\/contacts\/[\w-]+$/)
  expect((await flameOf(page, flame)).dossier.notes).toBe('ungespeichert')
})

test('a packing list that still fits the changed articles can be confirmed', async ({ page, signIn }) => {
  await signIn('admin')
  const { word, board, ringId } = await trade(page)
  const articles = [{ productRef: ringId, quantity: 1 }]
  const flame = await addFlame(page, board, await addCustomer(page, word), { articles })
  await open(page, flame)
  const lacks = async () => (await call(page, flameApi.get, { params: { id: flame.id } })).lacks
  const dialog = page.getByRole('dialog', { name: 'Packliste aus den Artikeln berechnen' })
  await page.getByRole('button', { name: 'Zurücksetzen und neu berechnen' }).click()
  await dialog.getByRole('button', { name: 'Packliste ersetzen' }).click()
  await save(page)
  await said(page, 'Dossier gespeichert')
  expect(await lacks()).not.toContain('PACKAGES_CURRENT')

  await page.getByRole('button', { name: 'Artikel hinzufügen' }).click()
  await rowOf(page, 'Artikel', 2).getByRole('combobox', { name: 'Produkt' }).fill(`Zange ${word}`)
  await page.keyboard.press('Enter')
  const old = page.getByText('Die Artikel wurden seit der Packliste geändert.')
  await expect(old).toBeVisible()
  await page.getByRole('button', { name: 'Packliste prüfen' }).click()
  await expect(dialog.getByText('Die Packliste entspricht schon den Artikeln.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Packliste bestätigen' }).click()
  await expect(old).toBeHidden()
  await save(page)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Speichern' })).toBeDisabled()
  expect(await lacks()).not.toContain('PACKAGES_CURRENT')
})

test('typing a number whose first digit equals the saved value keeps the field focused', async ({ page, signIn }) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  await open(page, await addFlame(page, board, await addCustomer(page, word), { articles: [article('Ring')] }))
  const quantity = rowOf(page, 'Artikel', 1).getByRole('textbox', { name: 'Anzahl' })
  await quantity.click()
  for (const key of ['Backspace', '1', '2']) await page.keyboard.press(key)
  await expect(quantity).toHaveValue('12')
})

test('the quantity of a new package is selected, so that typing replaces it', async ({ page, signIn }) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  await open(page, await addFlame(page, board, await addCustomer(page, word)))
  await page.getByRole('button', { name: 'Leere Zeile hinzufügen' }).click()
  const quantity = rowOf(page, 'Packliste', 1).getByRole('textbox', { name: 'Anzahl' })
  await expect(quantity).toBeFocused()
  await page.keyboard.type('3')
  await expect(quantity).toHaveValue('3')
})

test('the cursor stays in its row while the dossier is saved, by the user or by somebody else', async ({
  page,
  signIn,
  openFor,
}) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  const articles = [article('Ring'), article('Zange')]
  const flame = await addFlame(page, board, await addCustomer(page, word), { articles })
  await open(page, flame)
  const note = rowOf(page, 'Artikel', 2).getByRole('textbox', { name: 'Notiz' })
  await note.fill('neu')
  await note.focus()
  // the form must have registered the note before it can be saved
  await expect(page.getByRole('banner').getByRole('button', { name: 'Speichern' })).toBeEnabled()
  await page.keyboard.press('Control+s')
  await said(page, 'Dossier gespeichert')
  await expect(note).toBeFocused()
  const { version } = await flameOf(page, flame)
  await call(await openFor('admin'), flameApi.update, {
    params: { id: flame.id },
    body: { version, dossier: { notes: 'Von nebenan' } },
  })
  await expect(field(page, 'Notizen')).toHaveValue('Von nebenan')
  await expect(note).toBeFocused()
})

test('a dossier shows the step of its flame, moves it by click and key, and has to-dos and history beside it', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  const contact = await addCustomer(page, word)
  const flame = await addFlame(page, board, contact)
  await open(page, flame)
  const bar = page.getByRole('list', { name: `Schritte von ${board.title}` })
  const [first = '', second = ''] = board.steps.map(({ title }) => title)
  const at = (step: string) => bar.getByRole('button', { name: new RegExp(`^${step}`) })
  await expect(at(first)).toHaveAttribute('aria-current', 'step')
  await field(page, 'SAP-Auftragsnummer').fill('4711')
  await save(page)
  await said(page, 'Dossier gespeichert')
  await at(second).click()
  const refused = page.getByRole('dialog', { name: 'Im Dossier fehlt noch etwas' })
  await expect(refused.getByRole('listitem')).not.toHaveCount(0)
  await expect(refused.getByRole('button', { name: 'Dossier öffnen' })).toHaveCount(0)
  await refused.getByRole('listitem').getByRole('button').first().click()
  await expect(refused).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'AVIS-Telefonnummer' })).toBeFocused()
  await at(second).click()
  await refused.getByRole('textbox', { name: 'Begründung' }).fill('Ruft selbst an')
  await refused.getByRole('button', { name: 'Trotzdem weiter' }).click()
  await expect(at(second)).toHaveAttribute('aria-current', 'step')
  await page.keyboard.press('Alt+PageUp')
  await expect(at(first)).toHaveAttribute('aria-current', 'step')

  await page.getByRole('button', { name: 'Mehr' }).click()
  await page.getByRole('menuitem', { name: 'To-dos' }).click()
  const beside = page.getByRole('complementary', { name: 'Neben dem Dossier' })
  await beside.getByRole('textbox', { name: 'Neues To-do' }).fill('Anrufen')
  await page.keyboard.press('Enter')
  await expect(beside.getByRole('listitem')).toContainText('Anrufen')
  await beside.getByRole('tab', { name: 'Verlauf' }).click()
  await expect(beside.getByText('4711')).toBeVisible()
  await beside.getByRole('tab', { name: 'Begegnungen' }).click()
  await expect(beside.getByRole('region', { name: 'Begegnungen' })).toBeVisible()
  await beside.getByRole('button', { name: 'Schliessen' }).click()

  await page.getByRole('button', { name: 'Archivieren…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archivieren' }).click()
  await expect(page.getByText(/^Diese Flamme ist seit .* archiviert/)).toBeVisible()
})

test('archiving a flame waits for a move that another part of the screen has begun', async ({ page, signIn }) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  const contact = await addCustomer(page, word)
  const flame = await addFlame(page, board, contact, {
    sapOrdernumber: '4711',
    avisPhoneNumberRef: contact.phoneNumbers[0]?.id,
  })
  await open(page, flame)
  const held = Promise.withResolvers<void>()
  const asked: string[] = []
  await page.route(/_move$/, async (route) => {
    await held.promise
    asked.push('move')
    await route.continue()
  })
  await page.route(/_archive/, async (route) => {
    asked.push('archive')
    await route.continue()
  })
  const bar = page.getByRole('list', { name: `Schritte von ${board.title}` })
  await bar.getByRole('button', { name: board.steps[1]?.title }).click()
  await page.getByRole('button', { name: 'Archivieren…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archivieren' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  held.resolve()
  await expect(page.getByText(/^Diese Flamme ist seit .* archiviert/)).toBeVisible()
  expect(asked).toEqual(['move', 'archive'])
})

test('numbers are accepted with their unit; one with another unit is refused with a sentence', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const { word, board, ringId } = await trade(page)
  const contact = await addCustomer(page, word)
  const dossier = { articles: [{ ...article, productRef: ringId }], packageInfos: [crate] }
  const flame = await addFlame(page, board, contact, dossier)
  await open(page, flame)
  const discount = rowOf(page, 'Artikel', 1).getByRole('textbox', { name: 'Rabatt in %' })
  const width = rowOf(page, 'Packliste', 1).getByRole('textbox', { name: 'Breite in cm' })
  const weight = rowOf(page, 'Packliste', 1).getByRole('textbox', { name: /^Gewicht/ })
  await discount.fill('12,5\u202f%')
  await width.fill('82 cm')
  await weight.fill('29.5 %')
  await save(page)
  await said(page, 'Das Feld muss eine Zahl sein')
  await expect(weight).toHaveValue('29.5 %')
  await weight.fill('29,5\u00a0kg')
  await save(page)
  await said(page, 'Dossier gespeichert')
  await expect(discount).toHaveValue('12.5')
  const saved = (await flameOf(page, flame)).dossier
  expect(saved.articles[0]).toMatchObject({ discount: '12.5' })
  expect(saved.packageInfos[0]).toMatchObject({ widthInCm: '82', weightInKg: '29.5' })
})
