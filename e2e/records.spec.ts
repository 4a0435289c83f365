import { readFile } from 'node:fs/promises'
import { addContact, expect, expectNoAxeViolations, test, unique } from './fixtures.ts'

// what the tests have refused
test.use({ expectedErrors: /410 \(Gone\)/ })

test('an admin hands out what is kept, erases it, and is warned when it comes again', async ({ page, signIn }) => {
  await signIn('admin')
  const name = unique()
  const emailAddresses = [{ address: `${name}@example.ch` }]
  const { id } = await addContact(page, { givenName: 'Rosa', surname: name, emailAddresses })
  await page.goto(`/contacts/${id}`)
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Auskunft herunterladen (ZIP)' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`Rosa ${name}.zip`)
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')

  await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: 'Endgültig löschen (Datenschutz) …' }).click()
  const dialog = page.getByRole('dialog', { name: `Rosa ${name} endgültig löschen?` })
  await expect(dialog.getByRole('list', { name: 'Das wird gelöscht' })).toContainText('E-Mail-Adressen: 1')
  await expectNoAxeViolations(page)
  const button = dialog.getByRole('button', { name: 'Endgültig löschen' })
  await dialog.getByRole('textbox').fill('Rosa')
  await expect(button).toBeDisabled()
  await dialog.getByRole('textbox').fill(`Rosa ${name}`)
  await button.click()
  await expect(page.getByText(`«Rosa ${name}» ist gelöscht`)).toBeVisible()
  await page.goto(`/contacts/${id}`)
  await expect(page.getByText(/^Dieser Kontakt wurde am .* von admin aus Gründen des Datenschutzes/)).toBeVisible()

  await page.goto('/contacts/new')
  await page.getByRole('textbox', { name: 'Nachname' }).fill(name)
  await page.getByRole('textbox', { name: 'E-Mail', exact: true }).fill(`${name}@example.ch`)
  await expect(
    page.getByText(/^Jemand mit diesen Angaben wurde aus Gründen des Datenschutzes gelöscht\. Legen/),
  ).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Speichern' }).click()
  const asked = page.getByRole('alertdialog', { name: 'Gelöschten Kontakt neu anlegen?' })
  await asked.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(page).toHaveURL(/\/contacts\/new$/)
  await page.getByRole('button', { name: 'Speichern' }).click()
  await asked.getByRole('button', { name: 'Trotzdem anlegen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
})
