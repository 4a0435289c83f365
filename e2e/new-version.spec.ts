import type { Page } from '@playwright/test'
import { expect, settled, test } from './fixtures.ts'

// what the tests have refused
test.use({ expectedErrors: /404 \(Not Found\)|409 \(Conflict\)|dynamically imported module/ })

/** As after a new version is installed: the file of the old one is gone. */
const remove = (page: Page, chunk: string) =>
  page.route(`**/assets/${chunk}-*.js`, (route) => route.fulfill({ status: 404, body: '' }))

test('a screen that is gone with the old version is loaded anew at once', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/contactSearch')
  let asked = 0
  await page.route('**/assets/TitlePages-*.js', (route) => {
    asked += 1
    return asked === 1 ? route.fulfill({ status: 404, body: '' }) : route.continue()
  })
  await page.getByRole('link', { name: 'Branchen' }).click()
  await expect(page.getByRole('grid', { name: 'Branchen' })).toBeVisible()
  await expect(page).toHaveURL('/sectors')
  expect(asked).toBe(2)
})

test('a screen that cannot be loaded says so and is tried again after 120 s', async ({ page, signIn, clock }) => {
  await signIn('admin')
  await page.goto('/contactSearch')
  await remove(page, 'TitlePages')
  await page.getByRole('link', { name: 'Branchen' }).click()
  await expect(page.getByRole('alert')).toContainText('Diese Seite konnte nicht geladen werden')
  await expect(page.getByRole('alert')).toContainText('in 120 Sekunden')
  // the rest works on
  await page.getByRole('link', { name: 'Kontaktsuche' }).click()
  await expect(page.getByRole('textbox', { name: 'Nachname' })).toBeVisible()
  await page.getByRole('link', { name: 'Branchen' }).click()
  await expect(page.getByRole('button', { name: 'Neu laden' })).toBeVisible()

  await page.unroute('**/assets/TitlePages-*.js')
  await clock.runFor(119_000)
  await expect(page.getByRole('button', { name: 'Neu laden' })).toBeVisible()
  await clock.runFor(2_000)
  await expect(page.getByRole('grid', { name: 'Branchen' })).toBeVisible()
})

test('two versions of what was typed are compared even if a new version came meanwhile', async ({
  page,
  signIn,
  openFor,
}) => {
  await signIn('admin')
  await page.goto('/ownUserConfiguration')
  const mail = page.getByRole('textbox', { name: 'E-Mail' })
  await expect(mail).toBeVisible()
  await settled(page)
  await remove(page, 'ConflictDialog')
  const other = await openFor('admin')
  await other.goto('/ownUserConfiguration')
  await other.getByRole('textbox', { name: 'E-Mail' }).fill('anders@example.ch')
  await other.getByRole('button', { name: 'Speichern' }).click()
  await expect(other.getByText('Gespeichert')).toBeVisible()
  await mail.fill('eigen@example.ch')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByRole('dialog').getByRole('radiogroup', { name: 'E-Mail' })).toContainText('eigen@example.ch')
})
