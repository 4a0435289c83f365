import type { Page } from '@playwright/test'
import { calculationApi } from '../../contract/src/lists/calculations.ts'
import { masterData } from '../../contract/src/lists/master-data.ts'
import { call, expect, expectNoAxeViolations, field, test } from './fixtures.ts'

/** Removes all tubes and frames and sets the offcut to 0, so that only the test's own data are calculated. */
async function emptied(page: Page) {
  for (const { list, remove } of [masterData.steelTubes, masterData.woodFrames]) {
    for (const { id } of await call(page, list, {})) await call(page, remove, { params: { id } })
  }
  const factors = await call(page, calculationApi.factors, {})
  const offcut = factors.find(({ key }) => key === 'WOOD_OFFCUT')
  if (!offcut) throw new Error('there is no such factor')
  await call(page, calculationApi.updateFactor, { params: { id: offcut.id }, body: { ...offcut, value: '0' } })
}

test('a steel tube is added, edited, deleted and imported, and a frame of it is calculated and drawn', async ({
  page,
  signIn,
  openFor,
}) => {
  await signIn('admin')
  await emptied(page)
  await page.goto('/steel-tubes')
  await expect(page.getByRole('heading', { name: 'Stahlrohre' })).toBeVisible()
  await page.getByRole('button', { name: 'Stahlrohr hinzufügen' }).click()
  const table = page.getByRole('table', { name: 'Stahlrohre' })
  await expect(table.getByLabel('Bezeichnung')).toBeFocused()
  await table.getByLabel('Bezeichnung').fill('Vierkant 40')
  await table.getByLabel('Aussenbreite').fill('40')
  await table.getByLabel('Wandstärke').fill('25')
  await table.getByLabel('Gewicht').fill('3,45')
  await table.getByLabel('Preis').fill('7.90')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Die Wandstärke ist grösser als die halbe Aussenbreite')).toBeVisible()
  await table.getByLabel('Wandstärke').fill('drei')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Das Feld muss eine Zahl sein')).toBeVisible()
  await table.getByLabel('Wandstärke').fill('3')
  await page.keyboard.press('Enter')
  await expect(table.getByRole('cell', { name: "6'000" })).toBeVisible()
  await expectNoAxeViolations(page)

  const form = page.getByRole('form', { name: 'Berechnen' })
  await form.getByLabel('Innenlänge').fill('1200')
  await form.getByLabel('Innenbreite').fill('-1')
  await form.getByLabel('Zugabe je Seite').fill('40')
  await form.getByRole('button', { name: 'Berechnen' }).click()
  await expect(page.getByText('Der Wert muss mindestens 0.1 sein')).toBeVisible()
  await form.getByLabel('Innenbreite').fill('800')
  await form.getByRole('button', { name: 'Berechnen' }).click()
  await expect(page.getByRole('img', { name: "Rechteckiger Rahmen von 1'280 × 880 mm" })).toBeVisible()
  await expect(
    page.getByRole('img', { name: "Stange 1: 1'280 mm, 1'280 mm, 880 mm, 880 mm, Rest 1'668 mm." }),
  ).toBeVisible()
  const steps = page.getByRole('list', { name: 'Vierkant 40' })
  await expect(steps).toContainText("4'332 / 1000 × 7.9 = CHF 34.22")
  await expectNoAxeViolations(page)

  // another user saves the same row: both versions are shown
  const actions = page.getByRole('button', { name: 'Aktionen Vierkant 40' })
  await actions.click()
  await page.getByRole('menuitem', { name: 'Bearbeiten' }).click()
  await table.getByLabel('Stangenlänge').fill("1'000")
  const other = await openFor('admin')
  const all = () => call(other, masterData.steelTubes.list, {})
  const [tube] = await all()
  if (!tube) throw new Error('there is no tube')
  await call(other, masterData.steelTubes.update, { params: { id: tube.id }, body: { ...tube, pricePerMetre: '8' } })
  await page.getByRole('button', { name: 'Zeile speichern' }).click()
  const conflict = page.getByRole('dialog', { name: '«Vierkant 40» wurde inzwischen geändert' })
  await expect(conflict.getByRole('radiogroup', { name: 'Preis (CHF/m)' })).toBeVisible()
  await conflict.getByRole('button', { name: 'Auswahl speichern' }).click()
  await expect(actions).toBeFocused()
  await expect(table.getByRole('cell', { name: "1'000" })).toBeVisible()
  await expect(table.getByRole('cell', { name: '8.00', exact: true })).toBeVisible()
  await expect(page.getByText("braucht mit Sägeschnitt 1'283 mm, eine Stange hat nur 1'000 mm")).toBeVisible()

  await actions.click()
  await page.getByRole('menuitem', { name: 'Löschen' }).click()
  await page.getByText('Stahlrohr «Vierkant 40» löschen?').waitFor()
  await page.getByRole('button', { name: 'Löschen', exact: true }).click()
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(table.getByRole('cell', { name: 'Vierkant 40', exact: true })).toBeVisible()
  // the title is taken before the deleted row comes back
  await actions.click()
  await page.getByRole('menuitem', { name: 'Löschen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  // while the question is open, the row is hidden whether it is deleted or not
  await expect.poll(async () => (await all()).some(({ id }) => id === tube.id)).toBe(false)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(actions).toHaveCount(0)
  await call(other, masterData.steelTubes.add, { body: { ...tube, pricePerMetre: '9' } })
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(page.getByText('Ein Eintrag mit dieser Bezeichnung besteht bereits.')).toBeVisible()

  await page.getByRole('button', { name: 'CSV-Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'CSV-Import' })
  const lines =
    'title;outerWidthInMm;wallInMm;stockLengthInMm;weightPerMetreInKg;pricePerMetre\nRohr aus der Datei;40;3;6000;3,45;7.9\n'
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'rohre.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) })
  await expect(dialog.getByText('Rohr aus der Datei')).toBeVisible()
  await dialog.getByRole('button', { name: 'Schliessen' }).last().click()
  await expect(table).toContainText('Rohr aus der Datei')
  const link = page.getByRole('link', { name: 'Export' })
  await expect(link).toHaveAttribute('download', '')
  const saved = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(saved.headers()['content-disposition']).toBe('attachment; filename=steel_tube.csv')
  expect(await saved.text()).toContain('Rohr aus der Datei')
})

test('input over a steel tube stays when somebody else saves the tube, and then deletes it', async ({
  page,
  signIn,
  openFor,
}) => {
  await signIn('admin')
  const other = await openFor('admin')
  const sizes = { outerWidthInMm: '40', wallInMm: '3', stockLengthInMm: '6000' }
  const body = { title: 'Rohr', ...sizes, weightPerMetreInKg: '3.4', pricePerMetre: '7.9' }
  const made = await call(other, masterData.steelTubes.add, { body })
  await page.goto('/steel-tubes')
  await page.getByRole('button', { name: 'Aktionen Rohr', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Bearbeiten' }).click()
  const title = field(page, 'Bezeichnung')
  await title.fill('Von Hand getippt')
  const params = { id: made.id }
  await call(other, masterData.steelTubes.update, { params, body: { ...made, pricePerMetre: '8' } })
  await page.getByRole('button', { name: 'Vergleichen' }).click()
  const comparing = page.getByRole('dialog', { name: '«Rohr» wurde inzwischen geändert' })
  await comparing.getByRole('button', { name: 'Zurück zum Formular' }).click()
  await expect(title).toHaveValue('Von Hand getippt')
  await page.getByRole('button', { name: 'Zeile speichern' }).click()
  await expect(comparing).toBeVisible()
  await comparing.getByRole('button', { name: 'Zurück zum Formular' }).click()
  await call(other, masterData.steelTubes.remove, { params })
  await expect(page.getByText(/^Das wurde inzwischen gelöscht\. Was Sie getippt haben, steht noch da/)).toBeVisible()
  await expect(title).toHaveValue('Von Hand getippt')
})

test('a wood frame is calculated, and a changed factor changes the result', async ({ page, signIn }) => {
  await signIn('admin')
  await emptied(page)
  await page.goto('/wood-frames')
  await page.getByRole('button', { name: 'Material hinzufügen' }).click()
  const table = page.getByRole('table', { name: 'Holzrahmen' })
  const row = { Bezeichnung: 'Lärche', 'Umfang von': '1000', 'Umfang bis': '2500', Brettstärke: '27' }
  for (const [label, value] of Object.entries(row)) await table.getByLabel(label).fill(value)
  await table.getByLabel('Gewicht').fill('13.5')
  await table.getByLabel('Preis').fill('48.90')
  await page.getByRole('button', { name: 'Zeile speichern' }).click()
  await expect(table.getByRole('cell', { name: 'Lärche', exact: true })).toBeVisible()

  const form = page.getByRole('form', { name: 'Berechnen' })
  const frame = { Umfang: '2500', Länge: '800', Höhe: '700', Tiefe: '400' }
  for (const [label, value] of Object.entries(frame)) await form.getByLabel(label).fill(value)
  await form.getByLabel('Rückwand').check()
  await form.getByRole('button', { name: 'Berechnen' }).click()
  await expect(page.getByText('«Lärche»: 1.76 m², 23.76 kg, CHF 86.06')).toBeVisible()
  await expect(page.getByRole('img', { name: '2 × Seiten 400 × 700 mm' })).toBeVisible()
  await expectNoAxeViolations(page)
  await form.getByLabel('Umfang').fill('2501')
  await form.getByRole('button', { name: 'Berechnen' }).click()
  await expect(page.getByText("Kein Material ist für einen Umfang von 2'501 mm erfasst")).toBeVisible()

  await page.goto('/calc-factors')
  await page.getByRole('button', { name: 'Aktionen Verschnitt Holz' }).click()
  await page.getByRole('menuitem', { name: 'Bearbeiten' }).click()
  const factors = page.getByRole('table', { name: 'Berechnungsfaktoren' })
  await factors.getByLabel('Wert').fill('10 %')
  await page.keyboard.press('Enter')
  await expect(factors.getByRole('cell', { name: '10', exact: true })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.goto('/wood-frames')
  await expect(table.getByRole('cell', { name: 'Lärche', exact: true })).toBeVisible()
  for (const [label, value] of Object.entries(frame)) await form.getByLabel(label).fill(value)
  await form.getByRole('button', { name: 'Berechnen' }).click()
  await expect(page.getByText('«Lärche»: 1.32 m²')).toBeVisible()
})

test('Escape and the cancel button of a row ask about input, and close at once without any', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/calc-factors')
  const actions = page.getByRole('button', { name: 'Aktionen Sägeschnitt' })
  const value = page.getByRole('table', { name: 'Berechnungsfaktoren' }).getByLabel('Wert')
  const edit = async () => {
    await actions.click()
    await page.getByRole('menuitem', { name: 'Bearbeiten' }).click()
  }
  await edit()
  await value.press('Escape')
  await expect(actions).toBeFocused()
  for (const leave of [
    () => value.press('Escape'),
    () => page.getByRole('button', { name: 'Bearbeiten abbrechen' }).click(),
  ]) {
    await edit()
    await value.fill('4')
    await leave()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Weiter bearbeiten' }).click()
    await expect(value).toHaveValue('4')
    await leave()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Verlassen', exact: true }).click()
    await expect(actions).toBeVisible()
  }
})
