import { expect, expectNoAxeViolations, settled, test } from './fixtures.ts'

/** Those that are looked at nowhere else. */
const screens = [
  '/',
  '/contactSearch',
  '/contacts',
  '/contacts/new',
  '/users',
  '/users?tab=roles',
  '/ownUserConfiguration',
  '/csvImport',
  '/sectors',
  '/products',
  '/pallets',
  '/blackboards',
  '/deliveryConditions',
  '/paymentConditions',
  '/warehouses',
  '/predefinedTimeSlots',
  '/absenceEmail',
  '/todoPackages',
  '/forward-agency',
  '/document-classifications',
  '/more-admin-menu',
  '/ownDueFlames',
  '/allOpenFlames',
  '/allArchivedFlames',
]

test('axe finds nothing on /login', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page.getByText('Das Feld wird benötigt').first()).toBeVisible()
  await expectNoAxeViolations(page)
})

// One page for all of them: a browser that has read the code once shows the next screen much sooner.
test('axe finds nothing on any screen', async ({ page, signIn }) => {
  test.setTimeout(600_000)
  await signIn('admin')
  for (const screen of screens) {
    await test.step(screen, async () => {
      await page.goto(screen)
      await settled(page)
      await expectNoAxeViolations(page)
    })
  }
})

test('axe finds nothing in the dialogs around every screen', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/users')
  await page.getByRole('button', { name: 'Benutzerkonto admin' }).click()
  await expect(page.getByRole('button', { name: 'Abmelden' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Passwort ändern' }).click()
  await expect(page.getByRole('dialog', { name: 'Passwort ändern' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Benutzer hinzufügen' }).click()
  await expect(page.getByRole('dialog', { name: 'Benutzer hinzufügen' })).toBeVisible()
  await expectNoAxeViolations(page)
})

test('axe finds nothing in the histories that admins read', async ({ page, signIn }) => {
  await signIn('admin')
  for (const [screen, name] of [
    ['/users', 'Benutzer'],
    ['/sectors', 'Branchen'],
  ] as const) {
    await page.goto(screen)
    await page.getByRole('button', { name: 'Verlauf', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Verlauf «${name}»` })
    await expect(dialog.getByRole('list', { name: 'Verlauf' })).toBeAttached()
    await expectNoAxeViolations(page)
  }
})
