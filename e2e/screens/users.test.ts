import type { Page } from '@playwright/test'
import { api, expect, type Made, test } from './fixtures.ts'

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

test('two admins change one user, and the later one chooses', async ({ page, signIn, openFor }) => {
  await signIn('admin')
  await addUser(page, 'conny')
  await rowMenu(page, 'conny', 'Bearbeiten')
  const other = await openFor('admin')
  const users = await api<(Made & { username: string })[]>(other, 'GET', '/api/users')
  const conny = users.find(({ username }) => username === 'conny')
  await api(other, 'PUT', `/api/users/${conny?.id}`, { ...conny, phoneNumber: '041 111 11 11' })
  await page.getByRole('textbox', { name: 'E-Mail' }).fill('conny@example.ch')
  await page.getByRole('textbox', { name: 'Telefon' }).fill('041 222 22 22')
  await page.getByRole('button', { name: 'Speichern' }).click()
  const conflict = page.getByRole('dialog', { name: '«conny» wurde inzwischen geändert' })
  await conflict.getByRole('radio', { name: /041 111 11 11/ }).check()
  await conflict.getByRole('button', { name: 'Auswahl speichern' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('gridcell', { name: '041 111 11 11' })).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'conny@example.ch' })).toBeVisible()
})

test('the own profile can be left the moment it says that it is saved', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/ownUserConfiguration')
  await page.getByRole('textbox', { name: 'Telefon' }).fill('041 333 33 33')
  await page.evaluate(() => {
    const said = () => document.querySelector('[aria-label="Meldungen"]')?.textContent?.includes('Gespeichert')
    const watch = new MutationObserver(() => {
      if (!said()) return
      watch.disconnect()
      document.querySelector<HTMLElement>('a[href="/contactSearch"]')?.click()
    })
    watch.observe(document.body, { childList: true, subtree: true })
  })
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page).toHaveURL('/contactSearch')
})

test('a role is made, given rights, refused while held, and removed', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/users?tab=roles')
  await expect(page.getByLabel('Name')).toHaveJSProperty('readOnly', true)
  await page.getByRole('button', { name: 'Rolle hinzufügen' }).click()
  await page.getByLabel('Name').fill('ADMIN')
  await page.getByRole('checkbox', { name: 'Kontakte: Lesen' }).check()
  await page.getByRole('checkbox', { name: 'Alle Rechte E-Mails' }).check()
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText('Eine Rolle mit diesem Namen besteht bereits.')).toBeVisible()
  await page.getByLabel('Name').fill('Lager')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText('Rolle «Lager» gespeichert')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: /^Lager/ }).click()
  await expect(page.getByRole('checkbox', { name: 'E-Mails: Löschen' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Kontakte: Löschen' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Rolle löschen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await expect(page.getByText('Rolle «Lager» gelöscht')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Lager/ })).toBeHidden()
})

test('a sector is added, refused twice, changed, removed and brought back', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/sectors')
  const cell = (name: string) => page.getByRole('gridcell', { name, exact: true })
  async function add(title: string) {
    await page.getByRole('button', { name: 'Branche hinzufügen' }).click()
    await page.getByRole('textbox', { name: 'Bezeichnung' }).fill(title)
    await page.getByRole('button', { name: 'Speichern' }).click()
  }
  await add('Kaminfeger')
  await expect(cell('Kaminfeger')).toBeVisible()
  await add('Kaminfeger')
  await expect(page.getByText('Ein Eintrag mit dieser Bezeichnung besteht bereits.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Bezeichnung' }).fill('Messebau')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await rowMenu(page, 'Messebau', 'Bearbeiten')
  await page.getByRole('textbox', { name: 'Bezeichnung' }).fill('Messen')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(cell('Messen')).toBeVisible()
  await rowMenu(page, 'Messen', 'Löschen')
  await expect(page.getByRole('alertdialog')).toContainText('Branche «Messen» löschen?')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await expect(cell('Messen')).toBeHidden()
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(cell('Messen')).toBeVisible()
})
