import { townApi } from '../../contract/src/lists/towns.ts'
import { addContact, call, expect, expectNoAxeViolations, field, test, unique } from './fixtures.ts'

test('towns are imported from a file, and a zip code proposes them in an address', async ({ page, signIn }) => {
  await signIn('admin')
  // zip code outside the demo data
  const zipCode = '99991'
  await page.goto('/towns')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orte')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'CSV-Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'CSV-Import' })
  const content = `PLZ;Ort;Land\n${zipCode};Hinterwald;DE\n${zipCode};Vorderwald;DE\n;Ohne;DE\n`
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: 'orte.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  await expect(dialog.getByRole('alert')).toContainText('Gelesen: Deutschland: 2.')
  await expect(dialog.getByRole('alert')).toContainText('Zeile 4: PLZ')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Schliessen' }).last().click()
  await expect(page.getByRole('grid', { name: 'Orte' })).toContainText('Deutschland')

  const { id } = await addContact(page, { surname: unique() })
  await page.goto(`/contacts/${id}`)
  await page.getByRole('button', { name: 'Adresse hinzufügen', exact: true }).click()
  await field(page, 'Ort').fill('Von Hand')
  await field(page, 'PLZ').fill(zipCode)
  const towns = page.getByRole('group', { name: `Orte zu ${zipCode}:` })
  await expect(towns.getByRole('button')).toHaveText(['Hinterwald, Deutschland', 'Vorderwald, Deutschland'])
  await expect(field(page, 'Ort')).toHaveValue('Von Hand')
  await expectNoAxeViolations(page)
  await towns.getByRole('button', { name: 'Vorderwald' }).click()
  await expect(field(page, 'Ort')).toHaveValue('Vorderwald')
  await expect(page.getByRole('combobox', { name: 'Land' })).toHaveText('Deutschland')
  await expect(towns).toHaveCount(0)
  await field(page, 'PLZ').press('Enter')
  await expect(page.getByRole('list', { name: 'Adressen', exact: true })).toContainText('Vorderwald')

  await page.goto('/towns')
  await page.getByRole('button', { name: 'Aktionen Deutschland' }).click()
  await page.getByRole('menuitem', { name: 'Löschen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await expect(page.getByText('Die Orte von «Deutschland» sind gelöscht')).toBeVisible()
  const known = await call(page, townApi.proposals, { query: { zipCode } })
  expect(known.map(({ city }) => city)).toEqual(['Vorderwald'])
})

test('the countries of the towns are listed in the order of every choice of a country', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/towns')
  await page.getByRole('button', { name: 'CSV-Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'CSV-Import' })
  const zipCode = String(10_000 + (Date.now() % 80_000))
  const lines = ['AT', 'CH', 'DE'].map((country) => `${zipCode};Ort in ${country};${country}`)
  const buffer = Buffer.from(['PLZ;Ort;Land', ...lines].join('\n'))
  await dialog.locator('input[type="file"]').setInputFiles({ name: 'orte.csv', mimeType: 'text/csv', buffer })
  await expect(dialog.getByRole('alert')).toContainText('Gelesen: Schweiz: 1, Deutschland: 1, Österreich: 1.')
  await dialog.getByRole('button', { name: 'Schliessen' }).last().click()
  const grid = page.getByRole('grid', { name: 'Orte' })
  await expect(grid).toContainText('Österreich')
  const text = (await grid.textContent()) ?? ''
  const places = ['Schweiz', 'Deutschland', 'Österreich'].map((name) => text.indexOf(name))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  for (const country of ['AT', 'CH', 'DE']) await call(page, townApi.remove, { params: { country } })
})
