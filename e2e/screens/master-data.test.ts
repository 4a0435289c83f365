import type { Page } from '@playwright/test'
import { masterData } from '../../contract/src/lists/master-data.ts'
import { boardApi } from '../../contract/src/orders/boards.ts'
import { flameApi } from '../../contract/src/orders/flames.ts'
import { addContact, call, expect, expectNoAxeViolations, test, unique } from './fixtures.ts'

async function openForm(page: Page, one: string) {
  await page.getByRole('button', { name: `${one} hinzufügen` }).click()
  return page.getByRole('dialog', { name: `${one} hinzufügen` })
}

// Added entries sort into the visible part: rows out of sight are not drawn, and other tests add many.

const rowMenu = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Aktionen ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function addPallet(page: Page, description: string) {
  const form = await openForm(page, 'Palette')
  await form.getByLabel('Beschreibung').fill(description)
  await form.getByLabel('Breite in cm').fill("1'200,5")
  await form.getByLabel('Tiefe in cm').fill('80')
  await form.getByLabel('Höhe in cm').fill('15')
  await form.getByLabel('Gewicht in kg, inkl. 2 kg für Spedition').fill('22.125')
  await form.getByRole('button', { name: 'Speichern' }).click()
  await expect(form).toBeHidden()
}

test('deleting a pallet in use says where it is used, and replaces it by another', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/pallets')
  await addPallet(page, 'Alte Palette')
  await addPallet(page, 'Neue Palette')
  await expect(page.getByRole('gridcell', { name: "1'200.5" }).first()).toBeVisible()

  await page.goto('/products')
  const product = await openForm(page, 'Produkt')
  await product.getByRole('button', { name: 'Speichern' }).click()
  await expect(product.getByText('Das Feld wird benötigt').first()).toBeVisible()
  await product.getByLabel('Bezeichnung').fill('Amphore Sol')
  await product.getByLabel('Gewicht in kg').fill('45,5')
  await product.getByLabel('Mögliche Palette').click()
  await page.getByRole('option', { name: 'Alte Palette' }).click()
  await expectNoAxeViolations(page)
  await product.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByRole('gridcell', { name: 'Alte Palette' })).toBeVisible()
  await page.getByRole('tab', { name: 'Zubehör' }).click()
  await expect(page.getByRole('gridcell', { name: 'Schürhaken', exact: true })).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'Alte Palette' })).toBeHidden()

  await page.goto('/pallets')
  await rowMenu(page, 'Alte Palette', 'Löschen')
  await expect(page.getByText('Palette «Alte Palette» löschen?')).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  const inUse = page.getByRole('dialog', { name: 'Palette wird verwendet' })
  await expect(inUse.getByText('Produkte (1)')).toBeVisible()
  await inUse.getByLabel('Überall ersetzen durch').click()
  await page.getByRole('option', { name: 'Neue Palette' }).click()
  await inUse.getByRole('button', { name: 'Ersetzen und löschen' }).click()
  await expect(inUse).toBeHidden()
  await expect(page.getByRole('gridcell', { name: 'Alte Palette' })).toBeHidden()
  await page.goto('/products')
  await expect(page.getByRole('gridcell', { name: 'Neue Palette' })).toBeVisible()
})

test('the steps of a board are added, coloured and moved', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/blackboards')
  const form = await openForm(page, 'Taskboard')
  await form.getByLabel('Bezeichnung').fill('Montage')
  await form.getByRole('textbox', { name: 'Schritt 1' }).fill('Neu')
  await form.getByRole('button', { name: 'Schritt hinzufügen' }).click()
  await form.getByRole('textbox', { name: 'Schritt 2' }).fill('Fertig')
  await form.getByRole('button', { name: /^Farbe 2/ }).click()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Grün' }).click()
  await form.getByRole('button', { name: 'Fertig verschieben' }).click()
  await page.getByRole('menuitem', { name: 'Nach oben' }).click()
  await expect(form.getByRole('textbox', { name: 'Schritt 1' })).toHaveValue('Fertig')
  await form.getByRole('button', { name: 'Speichern' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('gridcell', { name: /Fertig\s*Neu/ })).toBeVisible()
})

test('removing a step with cards asks where they go', async ({ page, signIn }) => {
  await signIn('admin')
  const board = await call(page, boardApi.add, {
    body: {
      kind: 'FLAME',
      title: 'Anbau',
      steps: ['Alt', 'Mitte', 'Neu'].map((title) => ({ title, colour: '#5a5e64' })),
    },
  })
  const contact = await addContact(page, { surname: 'Umzug' })
  await call(page, flameApi.add, { body: { contactRef: contact.id, taskboardRef: board.id, step: board.steps[0]?.id } })

  await page.goto('/blackboards')
  await rowMenu(page, 'Anbau', 'Bearbeiten')
  const form = page.getByRole('dialog', { name: 'Taskboard bearbeiten' })
  await form.getByRole('button', { name: 'Alt verschieben' }).click()
  await page.getByRole('menuitem', { name: 'Entfernen' }).click()
  await form.getByRole('button', { name: 'Speichern' }).click()
  const ask = page.getByRole('dialog', { name: 'Wohin mit den Karten?' })
  await expect(ask.getByText('Der Schritt «Alt» enthält noch Karten: Flammen (1).')).toBeVisible()
  await expectNoAxeViolations(page)
  await ask.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(form).toBeVisible()
  await form.getByRole('button', { name: 'Speichern' }).click()
  await ask.getByLabel('Karten verschieben nach').click()
  await page.getByRole('option', { name: 'Neu' }).click()
  await ask.getByRole('button', { name: 'Verschieben und speichern' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('gridcell', { name: /^Mitte\s*Neu$/ })).toBeVisible()

  await page.goto(`/flames?board=${board.id}`)
  await expect(page.getByRole('region', { name: /^Neu/ })).toContainText('Umzug')
})

test('two people change a warehouse: the second chooses', async ({ page, signIn, openFor }) => {
  await signIn('admin')
  await page.goto('/warehouses')
  const added = await openForm(page, 'Lager')
  await added.getByLabel('Bezeichnung').fill('Aussenlager 1')
  await added.getByRole('button', { name: 'Speichern' }).click()
  await expect(added).toBeHidden()
  await rowMenu(page, 'Aussenlager 1', 'Bearbeiten')
  const form = page.getByRole('dialog', { name: 'Lager bearbeiten' })
  await form.getByLabel('Bezeichnung').fill('Aussenlager Süd')
  const other = await openFor('admin')
  const warehouses = await call(other, masterData.warehouses.list, {})
  const ramp = warehouses.find(({ title }) => title === 'Aussenlager 1')
  if (!ramp) throw new Error('there is no such warehouse')
  await call(other, masterData.warehouses.update, {
    params: { id: ramp.id },
    body: { ...ramp, title: 'Aussenlager Nord' },
  })
  await form.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByRole('dialog').getByText('Aussenlager Nord')).toBeVisible()
  await expect(page.getByRole('radiogroup', { name: 'Bezeichnung' })).toBeVisible()
})

test('a pickup date is locked by typing it and opened again', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/more-admin-menu')
  await page.getByLabel('Seite suchen').fill('abhol')
  await page.getByRole('link', { name: 'Gesperrte Abholtermine' }).click()
  await page.getByLabel('Datum', { exact: true }).fill('24.12.2030')
  await page.getByRole('button', { name: 'Sperren', exact: true }).click()
  await expect(page.getByText('24.12.2030 · Dienstag')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Freigeben 24.12.2030' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Freigeben' }).click()
  await expect(page.getByText('24.12.2030 · Dienstag')).toBeHidden()
})

test('a list is read from a CSV file, row by row', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/deliveryConditions')
  await page.getByRole('button', { name: 'CSV-Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'CSV-Import' })
  const content = 'title;titleEn\nAb Rampe;Free ramp\n;Nobody\n'
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  await expect(dialog.getByText('1 angelegt, 0 geändert, 0 unverändert, 1 abgelehnt')).toBeVisible()
  await expect(dialog.getByText('title: Das Feld wird benötigt')).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Schliessen' }).last().click()
  await expect(page.getByRole('gridcell', { name: 'Free ramp' })).toBeVisible()
})

test('a CSV import goes on when its dialog is closed; a notice says the result, and reopening shows it once', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const held = Promise.withResolvers<void>()
  await page.route(/\/api\/.*\/_import$/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/deliveryConditions')
  const button = page.getByRole('button', { name: 'CSV-Import' })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'CSV-Import' })
  const content = `title;titleEn\nFrei ${unique()};Free\n;Nobody\n`
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  await expect(dialog.getByRole('progressbar', { name: 'Die Datei wird gelesen' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Schliessen' }).last().click()
  await expect(dialog).toBeHidden()
  held.resolve()
  const sentence = '1 angelegt, 0 geändert, 0 unverändert, 1 abgelehnt'
  await expect(page.getByRole('region', { name: 'Meldungen' })).toContainText(sentence)
  await button.click()
  await expect(dialog).toContainText(sentence)
  await expect(dialog.getByText('title: Das Feld wird benötigt')).toBeVisible()
  await dialog.getByRole('button', { name: 'Schliessen' }).last().click()
  await expect(dialog).toBeHidden()
  await button.click()
  await expect(dialog).toBeVisible()
  await expect(dialog.getByText(sentence)).toBeHidden()
})

test('the administration says what each screen is for and how many entries it has', async ({ page, signIn }) => {
  await signIn('admin')
  await call(page, masterData.sectors.add, { body: { title: `Branche ${unique()}` } })
  await page.goto('/more-admin-menu')
  const tile = page.getByRole('link', { name: 'Branchen', exact: true })
  // other tests change the count meanwhile
  await expect(page.getByRole('main')).toContainText(/Branchen\d+Branchen, nach denen Firmen geordnet werden/)
  await expectNoAxeViolations(page)
  await page.getByLabel('Seite suchen').fill('mahnwesen')
  await expect(page.getByText('Keine Seite heisst so')).toBeVisible()
  await page.getByLabel('Seite suchen').fill('firmen geordnet')
  await tile.click()
  await expect(page).toHaveURL('/sectors')
  const navigation = page.getByRole('navigation', { name: 'Navigation' })
  await expect(navigation.getByRole('link', { name: 'Verwaltung', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await expect(navigation.getByRole('link', { name: 'Branchen' })).toHaveCount(0)
})

test('restoring a deleted entry restores what was deleted with it', async ({ page, signIn }) => {
  await signIn('admin')
  const title = `Alpentransport ${unique()}`
  const day = '2035-03-05'
  const [{ id: slotId }, { id: forwardingAgencyId }] = await Promise.all([
    call(page, masterData.predefinedTimeSlots.add, {
      body: { weekday: 'MONDAY', startTime: '05:10', endTime: '05:50', capacity: 1, validFrom: '2035-01-01' },
    }),
    call(page, masterData.forwardingAgencies.add, { body: { title } }),
  ])
  await call(page, masterData.timeSlotExceptions.add, { body: { day, slotId, reason: 'Inventar' } })
  await call(page, masterData.pickupLimits.add, { body: { forwardingAgencyId, maxCrates: 12 } })
  const takeAwayAndBack = async (name: string) => {
    await rowMenu(page, name, 'Löschen')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
    await expect(page.getByRole('button', { name: `Aktionen ${name}` })).toHaveCount(0)
    await page.getByRole('button', { name: 'Rückgängig' }).click()
    await expect(page.getByRole('button', { name: `Aktionen ${name}` })).toHaveCount(1)
  }

  await page.goto('/predefinedTimeSlots')
  await takeAwayAndBack('Montag 05:10–05:50')
  const exceptions = () => call(page, masterData.timeSlotExceptions.list, {})
  await expect
    .poll(async () => (await exceptions()).filter((one) => one.day === day))
    .toMatchObject([{ reason: 'Inventar' }])

  await page.goto('/forward-agency')
  await takeAwayAndBack(title)
  const limits = () => call(page, masterData.pickupLimits.list, {})
  await expect.poll(async () => (await limits()).filter((one) => one.maxCrates === 12)).toHaveLength(1)
})

test('the regions of holidays are listed in the order of the choice of a region', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/holidayRegions')
  const grid = page.getByRole('grid', { name: 'Feiertage', exact: true })
  await expect(grid).toContainText('Österreich')
  const text = (await grid.textContent()) ?? ''
  const places = ['Schweiz', 'Deutschland', 'Österreich'].map((name) => text.indexOf(name))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})
