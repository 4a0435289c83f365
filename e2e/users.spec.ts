import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from './fixtures.ts'

const refused = /Failed to load resource: the server responded with a status of 4/

const rowMenu = async (page: Page, username: string, action: string) => {
  await page.getByRole('button', { name: `Aktionen ${username}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function addUser(page: Page, username: string, password = 'geheim-1') {
  await page.goto('/users')
  await page.getByRole('button', { name: 'Benutzer hinzufügen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Benutzer hinzufügen' })
  await dialog.getByLabel('Benutzername').fill(username)
  await dialog.getByLabel('Passwort').fill(password)
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('gridcell', { name: username, exact: true })).toBeVisible()
}

test('a user is added, changed, disabled, enabled and removed', async ({ page, signIn, openFor, expectError }) => {
  expectError(refused)
  await signIn('admin')
  await page.goto('/users')
  await page.getByRole('button', { name: 'Benutzer hinzufügen' }).click()
  const added = page.getByRole('dialog', { name: 'Benutzer hinzufügen' })
  await added.getByLabel('Benutzername').fill('admin')
  await added.getByLabel('Passwort').fill('kurz')
  await added.getByRole('textbox', { name: 'E-Mail' }).fill('keine')
  await added.getByRole('button', { name: 'Speichern' }).click()
  await expect(added.getByText('Das Feld muss eine valide E-Mail-Adresse sein')).toBeVisible()
  await added.getByRole('textbox', { name: 'E-Mail' }).fill('berta@example.ch')
  await added.getByRole('button', { name: 'Speichern' }).click()
  await expect(added.getByText('Das Passwort muss mindestens 7 Zeichen besitzen.')).toBeVisible()
  await added.getByLabel('Passwort').fill('geheim-1')
  await added.getByRole('button', { name: 'Speichern' }).click()
  await expect(added.getByText('Der Benutzername wird bereits verwendet.')).toBeVisible()
  await added.getByLabel('Benutzername').fill('berta')
  await added.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByRole('gridcell', { name: 'berta@example.ch' })).toBeVisible()

  await rowMenu(page, 'berta', 'Bearbeiten')
  const edited = page.getByRole('dialog', { name: 'Benutzer bearbeiten' })
  await edited.getByRole('textbox', { name: 'Telefon' }).fill('+41 41 850 00 00')
  await edited.getByLabel('Terminbenutzer').check()
  await edited.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByRole('gridcell', { name: 'Terminbenutzer, Benutzer' })).toBeVisible()

  const berta = await openFor('berta', 'geheim-1')
  await berta.goto('/contactSearch')
  await expect(berta.getByRole('button', { name: 'Benutzerkonto berta' })).toBeVisible()
  await rowMenu(page, 'berta', 'Deaktivieren')
  await expect(page.getByRole('gridcell', { name: 'Ja' })).toBeVisible()
  await berta.reload()
  await expect(berta).toHaveURL(/\/login/)
  await rowMenu(page, 'berta', 'Aktivieren')
  await expect(page.getByRole('gridcell', { name: 'Ja' })).toBeHidden()

  await rowMenu(page, 'berta', 'Löschen')
  const question = page.getByRole('alertdialog', { name: 'Benutzer löschen' })
  await expect(question.getByRole('button', { name: 'Abbrechen' })).toBeFocused()
  await expect(question).toContainText('Benutzer «berta» löschen?')
  await question.getByRole('button', { name: 'Löschen' }).click()
  await expect(page.getByText('Benutzer «berta» gelöscht')).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'berta', exact: true })).toBeHidden()
})

test('the own password is changed', async ({ page, signIn, openFor, expectError }) => {
  expectError(refused)
  await signIn('admin')
  await addUser(page, 'doris')
  const doris = await openFor('doris', 'geheim-1')
  await doris.goto('/contactSearch')
  await doris.getByRole('button', { name: 'Benutzerkonto doris' }).click()
  await doris.getByRole('button', { name: 'Passwort ändern' }).click()
  const dialog = doris.getByRole('dialog', { name: 'Passwort ändern' })
  await dialog.getByLabel('Neues Passwort', { exact: false }).first().fill('kurz')
  await dialog.getByLabel('Neues Passwort wiederholen').fill('kürzer')
  await dialog.getByRole('button', { name: 'Ändern', exact: true }).click()
  await expect(dialog.getByText('Das Feld muss mindestens 7 Zeichen besitzen')).toBeVisible()
  await dialog.getByLabel('Neues Passwort', { exact: false }).first().fill('geheim-2')
  await dialog.getByRole('button', { name: 'Ändern', exact: true }).click()
  await expect(dialog.getByText('Die beiden Passwörter stimmen nicht überein')).toBeVisible()
  await dialog.getByLabel('Neues Passwort wiederholen').fill('geheim-2')
  await dialog.getByRole('button', { name: 'Ändern', exact: true }).click()
  await expect(dialog).toBeHidden()
  const again = await openFor('doris', 'geheim-2')
  await again.goto('/contactSearch')
  await expect(again.getByRole('button', { name: 'Benutzerkonto doris' })).toBeVisible()
})

test('a second factor that a role asks for is set up before anything else, and used', async ({
  page,
  signIn,
  openFor,
  browser,
  baseURL,
  expectError,
}) => {
  expectError(refused)
  await signIn('admin')
  await page.goto('/users?tab=roles')
  await page.getByRole('button', { name: 'Rolle hinzufügen' }).click()
  await page.getByLabel('Name').fill('Vorsichtige')
  await page.getByRole('checkbox', { name: 'Kontakte: Lesen' }).check()
  await page.getByLabel('Zweiter Faktor verlangt').check()
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText('Rolle «Vorsichtige» gespeichert')).toBeVisible()
  await addUser(page, 'emma')
  await rowMenu(page, 'emma', 'Bearbeiten')
  await page.getByLabel('Vorsichtige').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()

  const emma = await openFor('emma', 'geheim-1')
  await emma.goto('/contactSearch')
  await expect(emma.getByText('Ihre Rolle verlangt einen zweiten Faktor.')).toBeVisible()
  await expect(emma.getByRole('navigation')).toBeHidden()
  await emma.getByRole('button', { name: 'Einrichten' }).click()
  await expect(emma.getByRole('img', { name: 'QR-Code für die Authentifizierungs-App' })).toBeVisible()
  const secret = ((await emma.locator('code').textContent()) ?? '').replaceAll(' ', '')
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  await emma.getByLabel('Code', { exact: false }).last().fill('000000')
  await emma.getByRole('button', { name: 'Bestätigen' }).click()
  await expect(emma.getByText('Der Code ist nicht korrekt oder wurde schon verwendet.')).toBeVisible()
  await emma.getByRole('textbox').fill(totp.generate())
  await emma.getByRole('button', { name: 'Bestätigen' }).click()
  const codes = emma.getByRole('list', { name: 'Wiederherstellungscodes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = (await codes.first().textContent()) ?? ''
  await emma.getByRole('button', { name: 'Ich habe die Codes gesichert' }).click()
  await expect(emma.getByRole('navigation')).toBeVisible()

  const fresh = await browser.newPage({ baseURL })
  await fresh.goto('/login')
  await fresh.getByLabel('Benutzername').fill('emma')
  await fresh.getByLabel('Passwort').fill('geheim-1')
  await fresh.getByRole('button', { name: 'Anmelden' }).click()
  await expect(fresh.getByLabel('Code')).toBeFocused()
  await fresh.getByLabel('Code').fill('123456')
  await fresh.getByRole('button', { name: 'Anmelden' }).click()
  await expect(fresh.getByText('Der Code ist nicht korrekt oder wurde schon verwendet.')).toBeVisible()
  await fresh.getByLabel('Code').fill(recovery)
  await fresh.getByRole('button', { name: 'Anmelden' }).click()
  await expect(fresh).toHaveURL('/emails')
  await fresh.close()

  await page.goto('/users')
  await rowMenu(page, 'emma', 'Zweiten Faktor zurücksetzen')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Entfernen' }).click()
  await expect(page.getByText('Der zweite Faktor von «emma» ist entfernt')).toBeVisible()
})

test('the arrangement of a table is kept for its user', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/users')
  const saved = page.waitForResponse((response) => response.url().includes('/table-preferences/users'))
  await page.getByRole('columnheader', { name: /Telefon/ }).click()
  await saved
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(page.getByRole('columnheader', { name: /Telefon/ })).toHaveAttribute('aria-sort', 'ascending')
})

test('what was typed is not lost by leaving', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/ownUserConfiguration')
  await page.getByRole('textbox', { name: 'Telefon' }).fill('041 850 00 00')
  await page.getByRole('link', { name: 'Branchen' }).click()
  const question = page.getByRole('alertdialog', { name: 'Ungespeicherte Änderungen' })
  await question.getByRole('button', { name: 'Weiter bearbeiten' }).click()
  await expect(page).toHaveURL('/ownUserConfiguration')
  await expect(page.getByRole('textbox', { name: 'Telefon' })).toHaveValue('041 850 00 00')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText('Gespeichert', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Branchen' }).click()
  await expect(page).toHaveURL('/sectors')
})
