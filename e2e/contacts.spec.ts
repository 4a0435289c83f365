import { readFile } from 'node:fs/promises'
import { addContact, expect, test, unique } from './fixtures.ts'

// errors that the test provokes
test.use({ expectedErrors: /500 \(Internal Server Error\)|contact search failed/ })

test('a failed search says why and can be retried; a failed export shows an alert', async ({ page, signIn }) => {
  await signIn('user')
  const name = unique()
  await addContact(page, { surname: name })
  const broken = { status: 500, json: { status: 500, code: 'INTERNAL', detail: 'Server-Fehler' } }
  let isBroken = true
  // without the live channel nothing repeats the request by itself
  await page.routeWebSocket(/notifications/, () => {})
  await page.route('**/api/contacts/_search', (route) => (isBroken ? route.fulfill(broken) : route.continue()))
  await page.goto(`/contactSearch?surname=${name}`)
  await expect(page.getByRole('alert')).toContainText('Server-Fehler')
  await expect(page.getByText('Kein Kontakt entspricht der Suche')).toBeHidden()
  isBroken = false
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByRole('gridcell', { name })).toBeVisible()

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Als CSV' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain(name)
  await page.route('**/api/contacts/_exportAsResult*', (route) => route.fulfill(broken))
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Als Excel (XLSX)' }).click()
  await expect(page.getByRole('alert')).toHaveText('An error occurred. Please try again later Server-Fehler')
})
