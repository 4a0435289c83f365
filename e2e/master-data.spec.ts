import { expect, expectNoAxeViolations, test } from './fixtures.ts'

test('a list is read from a CSV file, row by row', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/deliveryConditions')
  await page.getByRole('button', { name: 'CSV-Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'CSV-Import' })
  const content = 'title;titleEn\nFrei Rampe;Free ramp\n;Nobody\n'
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  await expect(dialog.getByText('1 angelegt, 0 geändert, 0 unverändert, 1 abgelehnt')).toBeVisible()
  await expect(dialog.getByText('title: Das Feld wird benötigt')).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Schliessen' }).last().click()
  await expect(page.getByRole('gridcell', { name: 'Free ramp' })).toBeVisible()
})
