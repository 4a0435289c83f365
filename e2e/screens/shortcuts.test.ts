import { boardApi } from '../../contract/src/orders/boards.ts'
import { flameApi } from '../../contract/src/orders/flames.ts'
import { call, expect, expectNoAxeViolations, test } from './fixtures.ts'

test('«?» lists the shortcuts of the current screen, and no others', async ({ page, signIn }) => {
  await signIn('user')
  const keys = page.getByRole('dialog', { name: 'Tastenkürzel' })
  const listed = async (path: string, there: string) => {
    await page.goto(path)
    await page.getByText(there).first().waitFor()
    await page.keyboard.press('?')
    await expect(keys).toContainText('Überall suchen')
  }
  await listed('/contacts', 'Ort')
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
  // no message is open to be answered
  await expect(keys).not.toContainText('Allen antworten')
  // each key has one meaning: this one belongs to the global search
  await expect(keys.getByText('/', { exact: true })).toHaveCount(1)
  await page.keyboard.press('Escape')

  const boards = await call(page, boardApi.listFlameBoards, {})
  const board = boards.find(({ title }) => title === 'Verkauf')?.id ?? ''
  const { flames } = await call(page, flameApi.board, { params: { id: board } })
  await listed(`/flames/${flames[0]?.id}/${board}/todos`, 'Zum Dossier')
  await expect(keys).toContainText('To-do verschieben')
  await page.keyboard.press('Escape')

  await page.goto('/image-gallery')
  await page
    .getByRole('button', { name: /Abendstimmung/ })
    .first()
    .click()
  await page.getByRole('dialog', { name: /Abendstimmung/ }).waitFor()
  await page.keyboard.press('?')
  await expect(keys).toContainText('Nächste Datei')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  await listed('/ownUserConfiguration', 'Eigene Einstellungen')
  await expect(keys).toContainText('Speichern')
})
