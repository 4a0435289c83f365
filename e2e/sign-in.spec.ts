import type { Page } from '@playwright/test'
import { expect, settled, test } from './fixtures.ts'

const refused = /Failed to load resource: the server responded with a status of 4(00|01|29)/

async function fillIn(page: Page, username: string, password: string) {
  await page.getByLabel('Benutzername').fill(username)
  await page.getByLabel('Passwort').fill(password)
  await page.getByRole('button', { name: 'Anmelden' }).click()
}

const avatar = (page: Page, username: string) => page.getByRole('button', { name: `Benutzerkonto ${username}` })

test('a page with a long address is found again by the tab that asked for it, and by no other', async ({
  page,
  expectError,
}) => {
  expectError(refused)
  // the channel may just be opening when the session goes
  expectError(/WebSocket connection to .* failed/)
  const long = '/contacts/new?phoneNumber=%2B41791234567&emailRef=0192aaaa-bbbb-7ccc-8ddd-eeeeffff0000'
  await page.goto(`/login?view=${encodeURIComponent(long)}`)
  await fillIn(page, 'user', 'glut-demo')
  await expect(page).toHaveURL('/emails')
  await page.context().clearCookies()
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(long)
  await expect(page).toHaveURL(`/login?view=${encodeURIComponent(long)}`)
  await page.reload()
  await fillIn(page, 'user', 'glut-demo')
  await expect(page).toHaveURL(long)
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual(['currentUser'])
})

test('more than three failures block the next attempt, also after a reload', async ({ page, expectError }) => {
  expectError(refused)
  await page.goto('/login')
  for (let failure = 1; failure <= 4; failure++) {
    await fillIn(page, 'throttled', `wrong ${failure}`)
    await expect(page.getByText('Benutzername oder Passwort sind nicht korrekt.')).toBeVisible()
    if (failure < 4) await expect(page.getByRole('progressbar')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Anmelden' })).toHaveAttribute('aria-busy', 'false')
  }
  await expect(page.getByText(/Der nächste Versuch ist in (40|39|38) Sekunden möglich/)).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Wartezeit' })).toBeVisible()
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page.getByText(/Sie werden in \d+ Sekunden angemeldet/)).toBeVisible()

  await page.reload()
  await fillIn(page, 'Throttled', 'wrong')
  await expect(page.getByText(/Sie werden in \d+ Sekunden angemeldet/)).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Wartezeit' })).toBeVisible()
  await page.getByLabel('Benutzername').fill('somebody else')
  await expect(page.getByRole('progressbar')).toBeHidden()
})

test('more than ten failures lock', async ({ page, expectError }) => {
  expectError(refused)
  // eleven real failures take nine minutes of waiting; the answer is the one that the server gives then
  await page.route('/api/auth/signin', (route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      json: { code: 'TOO_MANY_ATTEMPTS', status: 429, detail: '', failures: 11, retryAfter: 900 },
    }),
  )
  await page.goto('/login')
  await fillIn(page, 'admin', 'wrong')
  await expect(page.getByRole('button', { name: 'Gesperrt' })).toBeDisabled()
})

test('the language is switched before and after signing in', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'FR Français' }).click()
  await page.getByLabel('Nom d’utilisateur').fill('termin')
  await page.getByLabel('Mot de passe').fill('glut-demo')
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await expect(page.getByRole('heading', { name: 'Recherche de contacts' })).toBeVisible()
  await page.getByRole('button', { name: 'Compte termin' }).click()
  await page.getByRole('button', { name: 'EN', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Contact search' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Contact search' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('a session that ended leads to /login and back', async ({ page, signIn, expectError }) => {
  expectError(refused)
  await signIn('admin')
  // What every screen asks for by itself would notice first that the session is over; so would what others do.
  await page.routeWebSocket(/\/notifications$/, () => {})
  const asked = [
    /\/api\/blackboards(\/_all)?$/,
    /\/api\/outgoing$/,
    /\/api\/flames\/_countOwnDue$/,
    /\/api\/notifications$/,
    /\/api\/notifications\/settings$/,
  ].map((path) => page.waitForResponse((response) => path.test(response.url())))
  await page.goto('/contactSearch')
  await expect(avatar(page, 'admin')).toBeVisible()
  await Promise.all(asked)
  await settled(page)
  await page.context().clearCookies()
  await page.getByRole('link', { name: 'Branchen' }).click()
  await page.getByRole('button', { name: 'Branche hinzufügen' }).click()
  await page.getByRole('textbox', { name: 'Bezeichnung' }).fill('Gartenbau')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page).toHaveURL('/login?view=%2Fsectors')
  await expect(page.getByText('Sitzung abgelaufen, Bitte loggen Sie sich erneut ein.')).toBeVisible()
  await fillIn(page, 'admin', 'glut-demo')
  await expect(page).toHaveURL('/sectors')
  await page.getByRole('button', { name: 'Branche hinzufügen' }).click()
  await expect(page.getByRole('textbox', { name: 'Bezeichnung' })).toHaveValue('Gartenbau')
})

test('everything is done with the keyboard', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByLabel('Benutzername')).toBeFocused()
  await page.keyboard.type('admin')
  await page.keyboard.press('Tab')
  await page.keyboard.type('glut-demo')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/contactSearch')
  // the search takes the focus, and a field takes "?" for itself
  await expect(page.getByLabel('Vorname')).toBeFocused()
  await page.keyboard.press('Shift+?')
  await expect(page.getByLabel('Vorname')).toHaveValue('?')
  await avatar(page, 'admin').focus()
  await page.keyboard.press('Shift+?')
  await expect(page.getByRole('dialog', { name: 'Tastenkürzel' })).toContainText('Speichern')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(avatar(page, 'admin')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Tastenkürzel' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Tastenkürzel' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.goto('/users')
  await expect(page.getByRole('gridcell', { name: 'admin', exact: true })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Zum Inhalt springen' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  const sectors = page.getByRole('link', { name: 'Branchen' })
  for (let steps = 0; steps < 40 && !(await sectors.evaluate((link) => link === document.activeElement)); steps++) {
    await page.keyboard.press('Shift+Tab')
  }
  await expect(sectors).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/sectors')
  await page.getByRole('button', { name: 'Branche hinzufügen' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Bronzeguss')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('gridcell', { name: 'Bronzeguss', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Branche hinzufügen' })).toBeFocused()
})
