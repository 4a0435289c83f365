import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { roleApi } from '../../contract/src/users/roles.ts'
import { userApi } from '../../contract/src/users/users.ts'
import { addPerson, call, expect, test, unique } from './fixtures.ts'

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

test('a user is added, changed, disabled, enabled and removed', async ({ page, context, signIn }) => {
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

  await signIn('berta', 'geheim-1')
  await page.goto('/contactSearch')
  await expect(page.getByRole('button', { name: 'Benutzerkonto berta' })).toBeVisible()
  const session = await context.cookies()
  await signIn('admin')
  await page.goto('/users')
  const disabled = page.getByRole('row', { name: /berta/ }).getByRole('gridcell', { name: 'Ja', exact: true })
  await rowMenu(page, 'berta', 'Deaktivieren')
  await expect(disabled).toBeVisible()
  await context.addCookies(session)
  await page.reload()
  await expect(page).toHaveURL(/\/login/)
  await signIn('admin')
  await page.goto('/users')
  await rowMenu(page, 'berta', 'Aktivieren')
  await expect(disabled).toBeHidden()

  await rowMenu(page, 'berta', 'Löschen')
  const question = page.getByRole('alertdialog', { name: 'Benutzer löschen' })
  await expect(question.getByRole('button', { name: 'Abbrechen' })).toBeFocused()
  await expect(question).toContainText('Benutzer «berta» löschen?')
  await question.getByRole('button', { name: 'Löschen' }).click()
  await expect(page.getByText('Benutzer «berta» gelöscht')).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'berta', exact: true })).toBeHidden()
})

test('a user changes the own password', async ({ page, context, signIn }) => {
  await signIn('admin')
  await addUser(page, 'doris')
  await signIn('doris', 'geheim-1')
  await page.goto('/contactSearch')
  await page.getByRole('button', { name: 'Benutzerkonto doris' }).click()
  await page.getByRole('button', { name: 'Passwort ändern' }).click()
  const dialog = page.getByRole('dialog', { name: 'Passwort ändern' })
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
  await context.clearCookies()
  await signIn('doris', 'geheim-2')
  await page.goto('/contactSearch')
  await expect(page.getByRole('button', { name: 'Benutzerkonto doris' })).toBeVisible()
})

test('a second factor that a role requires is set up before anything else, and used for signing in', async ({
  page,
  context,
  signIn,
}) => {
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

  await signIn('emma', 'geheim-1')
  await page.goto('/contactSearch')
  await expect(page.getByText('Ihre Rolle verlangt einen zweiten Faktor.')).toBeVisible()
  await expect(page.getByRole('navigation')).toBeHidden()
  await page.getByRole('button', { name: 'Einrichten' }).click()
  await expect(page.getByRole('img', { name: 'QR-Code für die Authentifizierungs-App' })).toBeVisible()
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  await page.getByLabel('Code', { exact: false }).last().fill('000000')
  await page.getByRole('button', { name: 'Bestätigen' }).click()
  await expect(page.getByText('Der Code ist nicht korrekt oder wurde schon verwendet.')).toBeVisible()
  await page.getByRole('textbox').fill(totp.generate())
  await page.getByRole('button', { name: 'Bestätigen' }).click()
  const codes = page.getByRole('list', { name: 'Wiederherstellungscodes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = (await codes.first().textContent()) ?? ''
  await page.getByRole('button', { name: 'Ich habe die Codes gesichert' }).click()
  await expect(page.getByRole('navigation')).toBeVisible()

  await context.clearCookies()
  await page.goto('/login')
  await page.getByLabel('Benutzername').fill('emma')
  await page.getByLabel('Passwort').fill('geheim-1')
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page.getByLabel('Code')).toBeFocused()
  await page.getByLabel('Code').fill('123456')
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page.getByText('Der Code ist nicht korrekt oder wurde schon verwendet.')).toBeVisible()
  await page.getByLabel('Code').fill(recovery)
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page).toHaveURL('/emails')

  await signIn('admin')
  await page.goto('/users')
  await rowMenu(page, 'emma', 'Zweiten Faktor zurücksetzen')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Entfernen' }).click()
  await expect(page.getByText('Der zweite Faktor von «emma» ist entfernt')).toBeVisible()
})

test('the sorting and the order of the columns of a table are kept on the server for its user', async ({
  page,
  signIn,
  database,
}) => {
  await signIn(await addPerson(database, 'admin'))
  await page.goto('/users')
  const headers = () => page.getByRole('columnheader').allTextContents()
  await expect(page.getByRole('columnheader', { name: /Telefon/ })).toBeVisible()
  const [first = '', second = '', ...others] = await headers()
  await page.getByRole('button', { name: `Spaltenmenü ${first}` }).click()
  await page.getByRole('menuitem', { name: 'Nach rechts verschieben' }).click()
  await page.getByRole('columnheader', { name: /Telefon/ }).click()
  const kept = () => call(page, userApi.tablePreferences, {})
  await expect.poll(async () => Object.keys(await kept())).toContain('users')
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(page.getByRole('columnheader', { name: /Telefon/ })).toHaveAttribute('aria-sort', 'ascending')
  expect(await headers()).toEqual([second, first, ...others])
})

test('leaving the own settings with unsaved input asks first', async ({ page, signIn, database }) => {
  await signIn(await addPerson(database))
  await page.goto('/ownUserConfiguration')
  await page.getByRole('textbox', { name: 'Telefon' }).fill('041 850 00 01')
  await page.getByRole('link', { name: 'Kontaktsuche' }).click()
  const question = page.getByRole('alertdialog', { name: 'Ungespeicherte Änderungen' })
  await question.getByRole('button', { name: 'Weiter bearbeiten' }).click()
  await expect(page).toHaveURL('/ownUserConfiguration')
  await expect(page.getByRole('textbox', { name: 'Telefon' })).toHaveValue('041 850 00 01')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText('Gespeichert', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Kontaktsuche' }).click()
  await expect(page).toHaveURL('/contactSearch')
})

test('an e-mail address or phone number of another user is refused at its field', async ({ page, signIn, openFor }) => {
  const admin = await openFor('admin')
  const taken = { email: `${unique()}@example.ch`, phoneNumber: '041 555 20 20' }
  const body = { username: `dora ${unique()}`, password: 'geheim-1', roles: ['USER'] }
  await call(admin, userApi.add, { body: { ...body, ...taken } })
  const username = `emil ${unique()}`
  await call(admin, userApi.add, { body: { ...body, username } })
  await signIn('admin')
  await page.goto('/users')
  await rowMenu(page, username, 'Bearbeiten')
  const edited = page.getByRole('dialog', { name: 'Benutzer bearbeiten' })
  await edited.getByRole('textbox', { name: 'E-Mail' }).fill(taken.email)
  await edited.getByRole('button', { name: 'Speichern' }).click()
  await expect(edited.getByText('Die E-Mail-Adresse wird bereits verwendet.')).toBeVisible()
  await edited.getByRole('textbox', { name: 'E-Mail' }).fill('')
  await edited.getByRole('textbox', { name: 'Telefon' }).fill('+41 41 555 20 20')
  await edited.getByRole('button', { name: 'Speichern' }).click()
  await expect(edited.getByText('Die Telefonnummer wird bereits verwendet.')).toBeVisible()
  await edited.getByRole('button', { name: 'Abbrechen' }).click()
  await page.getByRole('button', { name: 'Verlassen', exact: true }).click()

  await signIn(username, 'geheim-1')
  await page.goto('/ownUserConfiguration')
  await page.getByRole('textbox', { name: 'E-Mail' }).fill(taken.email)
  await page.getByRole('button', { name: 'Speichern' }).first().click()
  await expect(page.getByText('Die E-Mail-Adresse wird bereits verwendet.')).toBeVisible()
})

test('two admins change one user, and the later one chooses', async ({ page, signIn, openFor }) => {
  await signIn('admin')
  await addUser(page, 'conny')
  await rowMenu(page, 'conny', 'Bearbeiten')
  // typed text keeps the form from showing the other admin's changes
  await page.getByRole('textbox', { name: 'E-Mail' }).fill('conny@example.ch')
  const other = await openFor('admin')
  const users = await call(other, userApi.list, {})
  const conny = users.find(({ username }) => username === 'conny')
  if (!conny) throw new Error('there is no such user')
  // optional fields in the type: the list has them only for users whom the caller may change
  await call(other, userApi.update, {
    params: { id: conny.id },
    body: { version: 1, roles: [], ...conny, phoneNumber: '041 111 11 11' },
  })
  await page.getByRole('textbox', { name: 'Telefon' }).fill('041 222 22 22')
  await page.getByRole('button', { name: 'Speichern' }).click()
  const conflict = page.getByRole('dialog', { name: '«conny» wurde inzwischen geändert' })
  await conflict.getByRole('radio', { name: /041 111 11 11/ }).check()
  await conflict.getByRole('button', { name: 'Auswahl speichern' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('gridcell', { name: '041 111 11 11' })).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'conny@example.ch' })).toBeVisible()
})

test('the own profile can be left as soon as it says that it is saved', async ({ page, signIn, database }) => {
  await signIn(await addPerson(database))
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

test('a role is added, given permissions, saved by two admins, deleted and restored', async ({
  page,
  signIn,
  openFor,
}) => {
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
  // another admin gives the role a further permission: both versions are shown in words
  await page.getByRole('checkbox', { name: 'Kontakte: Löschen' }).check()
  const other = await openFor('admin')
  const held = async () => {
    const roles = await call(other, roleApi.list, {})
    return roles.find(({ name }) => name === 'Lager')
  }
  const role = await held()
  if (!role) throw new Error('there is no such role')
  const permissions = [...role.permissions, 'PROXY_FLAME' as const]
  await call(other, roleApi.update, { params: { id: role.id }, body: { ...role, permissions } })
  await page.getByRole('button', { name: 'Speichern' }).click()
  const conflict = page.getByRole('dialog', { name: '«Lager» wurde inzwischen geändert' })
  await expect(conflict).toContainText('Kontakte: Löschen')
  await expect(conflict).not.toContainText('CONTACT_')
  await conflict.getByRole('radio', { name: /Kontakte: Löschen/ }).click()
  const saving = Promise.withResolvers<void>()
  await page.route(/\/api\/roles\/[0-9a-f-]+$/, async (route) => {
    await saving.promise
    await route.continue()
  })
  await conflict.getByRole('button', { name: 'Auswahl speichern' }).click()
  // undo needs the result of the save, which is not known yet
  await expect(page.getByRole('button', { name: 'Rolle löschen' })).toBeDisabled()
  saving.resolve()
  await expect(page.getByText('Rolle «Lager» gespeichert')).toBeVisible()

  await page.getByRole('button', { name: 'Rolle löschen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await expect(page.getByText('Rolle «Lager» gelöscht')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Lager/ })).toBeHidden()
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(page.getByText('Die Rolle «Lager» ist wieder da')).toBeVisible()
  expect((await held())?.permissions).toContain('CONTACT_DELETE')
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

test('saving another language is confirmed in that language', async ({ page, signIn, database }) => {
  await signIn(await addPerson(database))
  await page.goto('/ownUserConfiguration')
  await page.getByRole('combobox', { name: 'Sprache' }).click()
  await page.getByRole('option', { name: 'Französisch' }).click()
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText('Enregistré', { exact: true })).toBeVisible()
})
