import type { Page } from '@playwright/test'
import { authApi, userApi } from '../contract/src/users/users.ts'
import { call, expect, settled, test, unique } from './fixtures.ts'

// errors that the tests provoke
test.use({ expectedErrors: /404 \(Not Found\)|409 \(Conflict\)|dynamically imported module/ })

/** Answers 404 for a chunk, as after an update has removed the files of the former version. */
const remove = (page: Page, chunk: string, options?: { times: number }) =>
  page.route(`**/assets/${chunk}-*.js`, (route) => route.fulfill({ status: 404, body: '' }), options)

test('code removed by an update: a dialog, a screen that is reloaded at once, and one that is retried after 120 s', async ({
  page,
  signIn,
  clock,
}) => {
  await signIn('admin')

  await test.step('two versions are compared, because the code of the comparison was loaded before it was removed', async () => {
    await page.goto('/ownUserConfiguration')
    const mail = page.getByRole('textbox', { name: 'E-Mail' })
    await expect(mail).toBeVisible()
    await settled(page)
    await remove(page, 'ConflictDialog')
    // typed before the other save: an untouched field would immediately show the new value
    await mail.fill('eigen@example.ch')
    const me = await call(page, authApi.me, {})
    await call(page, userApi.updateOwn, { params: { id: me.id }, body: { ...me, email: `${unique()}@example.ch` } })
    await page.getByRole('button', { name: 'Speichern' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('radiogroup', { name: 'E-Mail' })).toContainText('eigen@example.ch')
    await dialog.getByRole('button', { name: 'Auswahl speichern' }).click()
    await expect(page.getByText('Gespeichert', { exact: true })).toBeVisible()
  })

  await test.step('a screen whose code is missing once is reloaded at once', async () => {
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

  await test.step('a screen that cannot be loaded says so and is retried after 120 s', async () => {
    await remove(page, 'ProductsPage')
    await openAdministration(page, 'Produkte, Zubehör')
    await expect(page.getByRole('alert')).toContainText('Diese Seite konnte nicht geladen werden')
    await expect(page.getByRole('alert')).toContainText('in 120 Sekunden')
    // the rest of the product still works
    await page.getByRole('link', { name: 'Kontaktsuche' }).click()
    await expect(page.getByRole('textbox', { name: 'Nachname' })).toBeVisible()
    await openAdministration(page, 'Produkte, Zubehör')
    await expect(page.getByRole('button', { name: 'Neu laden' })).toBeVisible()

    await page.unroute('**/assets/ProductsPage-*.js')
    // the installed clock also runs in real time
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
