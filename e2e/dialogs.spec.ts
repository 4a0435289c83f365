import { expect, expectNoAxeViolations, test } from './fixtures.ts'

/** Dialogs that a button of a screen opens; those with content of their own are looked at where it is made. */
const dialogs = [
  ['/users', 'Benutzer hinzufügen', 'Benutzer hinzufügen'],
  ['/users', 'Verlauf', 'Verlauf «Benutzer»'],
  ['/sectors', 'Verlauf', 'Verlauf «Branchen»'],
  ['/sectors', 'Branche hinzufügen', 'Branche hinzufügen'],
  ['/products', 'Produkt hinzufügen', 'Produkt hinzufügen'],
  ['/pallets', 'Palette hinzufügen', 'Palette hinzufügen'],
  ['/blackboards', 'Taskboard hinzufügen', 'Taskboard hinzufügen'],
] as const

test('axe finds nothing in the dialogs of the screens', async ({ page, signIn }) => {
  test.setTimeout(300_000)
  await signIn('admin')
  for (const [path, button, name] of dialogs) {
    await test.step(name, async () => {
      await page.goto(path)
      await page.getByRole('button', { name: button, exact: true }).first().click()
      await expect(page.getByRole('dialog', { name })).toBeVisible()
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
})
