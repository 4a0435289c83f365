import { expect, expectNoAxeViolations, test } from './fixtures.ts'

test('«?» lists what works on the screen on show, and nothing else', async ({ page, signIn }) => {
  await signIn('user')
  const keys = page.getByRole('dialog', { name: 'Tastenkürzel' })
  const listed = async (path: string, there: string) => {
    await page.goto(path)
    await page.getByText(there).first().waitFor()
    await page.keyboard.press('?')
    await expect(keys).toContainText('Überall suchen')
  }
  await listed('/contacts', 'Vorname')
  await expect(keys).toContainText('Erste oder letzte Zelle der Tabelle')
  await expect(keys).not.toContainText('Karte verschieben')
  await expect(keys).not.toContainText('Speichern')
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()

  await listed('/flames', 'Flammen')
  await expect(keys).toContainText('Karte verschieben')
  await expect(keys).not.toContainText('Tabelle')
  await page.keyboard.press('Escape')

  await listed('/emails', 'Wählen Sie eine E-Mail aus der Liste.')
  await expect(keys).toContainText('Nächste und vorige E-Mail')
  // no message is open that could be answered
  await expect(keys).not.toContainText('Allen antworten')
  await page.keyboard.press('Escape')

  await listed('/ownUserConfiguration', 'Eigene Einstellungen')
  await expect(keys).toContainText('Speichern')
})
