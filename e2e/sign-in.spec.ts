import { expect, test } from './fixtures.ts'

test('signing in, shortcuts, navigation and adding an entry work by keyboard alone', async ({ page }) => {
  await page.goto('/login?view=%2FcontactSearch')
  await expect(page.getByLabel('Benutzername')).toBeFocused()
  await page.keyboard.type('admin')
  await page.keyboard.press('Tab')
  await page.keyboard.type('glut-demo')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/contactSearch')
  // the search has the focus, and a text field takes "?" as input
  await expect(page.getByLabel('Vorname')).toBeFocused()
  await page.keyboard.press('Shift+?')
  await expect(page.getByLabel('Vorname')).toHaveValue('?')
  const avatar = page.getByRole('button', { name: 'Benutzerkonto admin' })
  await avatar.focus()
  await page.keyboard.press('Shift+?')
  await expect(page.getByRole('dialog', { name: 'Tastenkürzel' })).toContainText('Überall suchen')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(avatar).toBeFocused()
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
  for (const [name, key] of [
    ['Verwaltung', 'Shift+Tab'],
    ['Branchen', 'Tab'],
  ] as const) {
    const link = page.getByRole('link', { name, exact: true })
    await link.waitFor()
    for (let steps = 0; steps < 60 && !(await link.evaluate((one) => one === document.activeElement)); steps++) {
      await page.keyboard.press(key)
    }
    await expect(link).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await expect(page).toHaveURL('/sectors')
  await page.getByRole('button', { name: 'Branche hinzufügen' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Bezeichnung' })).toBeFocused()
  await page.keyboard.type('Bronzeguss')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('gridcell', { name: 'Bronzeguss', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Branche hinzufügen' })).toBeFocused()
})
