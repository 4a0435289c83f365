import type { Page } from '@playwright/test'
import { authApi, userApi } from '../contract/src/users/users.ts'
import { call, expect, settled, test, unique } from './fixtures.ts'

// what the tests have refused
test.use({ expectedErrors: /404 \(Not Found\)|409 \(Conflict\)|dynamically imported module/ })

/** As after a new version is installed: the file of the old one is gone. */
const remove = (page: Page, chunk: string, options?: { times: number }) =>
  page.route(`**/assets/${chunk}-*.js`, (route) => route.fulfill({ status: 404, body: '' }), options)

test('what is gone with the old version: a dialog, a screen that is reloaded at once, and one that is tried again after 120 s', async ({
  page,
  signIn,
  clock,
}) => {
  await signIn('admin')

  await test.step('two versions of what was typed are compared by what was read before', async () => {
    await page.goto('/ownUserConfiguration')
    const mail = page.getByRole('textbox', { name: 'E-Mail' })
    await expect(mail).toBeVisible()
    await settled(page)
    await remove(page, 'ConflictDialog')
    // before the other one saves: a field that nobody has touched would show at once what they saved
    await mail.fill('eigen@example.ch')
    const me = await call(page, authApi.me, {})
    await call(page, userApi.updateOwn, { params: { id: me.id }, body: { ...me, email: `${unique()}@example.ch` } })
    await page.getByRole('button', { name: 'Speichern' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('radiogroup', { name: 'E-Mail' })).toContainText('eigen@example.ch')
    await dialog.getByRole('button', { name: 'Auswahl speichern' }).click()
    await expect(page.getByText('Gespeichert', { exact: true })).toBeVisible()
  })

  await test.step('a screen is reloaded at once', async () => {
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/assets/TitlePages-')) asked += 1
    })
    await remove(page, 'TitlePages', { times: 1 })
    await openAdministration(page, 'Branchen')
    await expect(page.getByRole('grid', { name: 'Branchen' })).toBeVisible()
    await expect(page).toHaveURL('/sectors')
    expect(asked).toBe(2)
  })

  await test.step('one that cannot be loaded says so and is tried again after 120 s', async () => {
    await remove(page, 'ProductsPage')
    await openAdministration(page, 'Produkte, Zubehör')
    await expect(page.getByRole('alert')).toContainText('Diese Seite konnte nicht geladen werden')
    await expect(page.getByRole('alert')).toContainText('in 120 Sekunden')
    // the rest works on
    await page.getByRole('link', { name: 'Kontaktsuche' }).click()
    await expect(page.getByRole('textbox', { name: 'Nachname' })).toBeVisible()
    await openAdministration(page, 'Produkte, Zubehör')
    await expect(page.getByRole('button', { name: 'Neu laden' })).toBeVisible()

    await page.unroute('**/assets/ProductsPage-*.js')
    // the clock goes on by itself as well, for as long as the machine takes
    await clock.runFor(60_000)
    await expect(page.getByRole('button', { name: 'Neu laden' })).toBeVisible()
    await clock.runFor(61_000)
    await expect(page.getByRole('grid', { name: 'Produkte' })).toBeVisible()
  })
})

async function openAdministration(page: Page, screen: string) {
  await page.getByRole('link', { name: 'Verwaltung', exact: true }).click()
  await page.getByRole('link', { name: screen, exact: true }).click()
}
