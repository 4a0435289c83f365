import { expect, test } from './fixtures.ts'

test('tubes are read from a CSV file', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/steel-tubes')
  await page.getByRole('button', { name: 'CSV-Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'CSV-Import' })
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'rohre.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'title;outerWidthInMm;wallInMm;stockLengthInMm;weightPerMetreInKg;pricePerMetre\nRohr aus der Datei;40;3;6000;3,45;7.9\n',
    ),
  })
  await expect(dialog.getByText('Rohr aus der Datei')).toBeVisible()
  await dialog.getByRole('button', { name: 'Schliessen' }).last().click()
  await expect(page.getByRole('table', { name: 'Stahlrohre' })).toContainText('Rohr aus der Datei')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV-Export' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('steel_tube.csv')
})
