import type { Locator, Page } from '@playwright/test'
import { appointmentApi } from '../../contract/src/calendars/appointments.ts'
import { contactApi } from '../../contract/src/contacts/contacts.ts'
import { boardApi } from '../../contract/src/orders/boards.ts'
import { flameApi } from '../../contract/src/orders/flames.ts'
import { projectApi } from '../../contract/src/work/projects.ts'
import { addContact, call, expect, said, settled, test, unique } from './fixtures.ts'

async function fillIn(page: Page, username: string, password: string) {
  await page.getByLabel('Benutzername').fill(username)
  await page.getByLabel('Passwort').fill(password)
  await page.getByRole('button', { name: 'Anmelden' }).click()
}

const avatar = (page: Page, username: string) => page.getByRole('button', { name: `Benutzerkonto ${username}` })

for (const [username, start] of [
  ['admin', '/dashboards'],
  ['user', '/emails'],
  ['termin', '/appointmentcalendar'],
  ['pm', '/allArchivedProjects'],
] as const) {
  test(`${username} signs in at ${start} and out again`, async ({ page }) => {
    await page.goto('/login')
    await fillIn(page, username, 'glut-demo')
    await expect(avatar(page, username)).toHaveText(username.slice(0, 2).toUpperCase())
    await expect(page).toHaveURL(start)
    await page.reload()
    await expect(avatar(page, username)).toBeVisible()
    await avatar(page, username).click()
    await page.getByRole('button', { name: 'Abmelden' }).click()
    await expect(page).toHaveURL('/login')
    expect(await page.evaluate(() => sessionStorage.getItem('currentUser'))).toBeNull()
    await page.goto('/contacts')
    await expect(page).toHaveURL('/login?view=%2Fcontacts')
  })
}

for (const view of [
  'https://boese.example/x',
  '//boese.example/x',
  '/\\boese.example',
  '/login',
  '/x/..//boese.example',
]) {
  test(`signing in does not follow the view ${view}`, async ({ page }) => {
    await page.goto(`/login?view=${encodeURIComponent(view)}`)
    await fillIn(page, 'user', 'glut-demo')
    await expect(page).toHaveURL('/emails')
  })
}

/** Ends the session and clicks at once; otherwise a live update could lead to the sign-in page first. */
async function clickWithoutSession(page: Page, button: Locator) {
  await expect(button).toBeEnabled()
  await page.context().clearCookies()
  await button.evaluate((element: HTMLElement) => element.click())
}

const keptKeys = (page: Page) => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key !== 'currentUser'))

test('the guard asks to sign in, and returns to the full path afterwards', async ({ page }) => {
  await page.goto('/users?tab=roles')
  await expect(page).toHaveURL('/login?view=%2Fusers%3Ftab%3Droles')
  await fillIn(page, 'admin', 'glut-demo')
  await expect(page).toHaveURL('/users?tab=roles')
  await expect(page.getByRole('tab', { name: 'Rollen' })).toHaveAttribute('aria-selected', 'true')
})

test('a user who may not enter a screen is told so, and stays on the current screen or gets the start screen', async ({
  page,
  signIn,
}) => {
  await signIn('user')
  const refusal = page.getByText('Für diese Seite fehlt Ihnen die Berechtigung.')
  await page.goto('/contactSearch')
  await expect(page.getByRole('textbox', { name: 'Nachname' })).toBeVisible()
  await page.evaluate(() => history.pushState({}, '', '/users'))
  await expect(refusal).toBeVisible()
  await expect(page).toHaveURL('/contactSearch')

  await page.goto('/users')
  await expect(page).toHaveURL('/emails')
  await expect(refusal).toBeVisible()
  const navigation = page.getByRole('navigation', { name: 'Navigation' })
  await expect(navigation.getByRole('link', { name: 'Kontaktsuche' })).toBeVisible()
  await expect(navigation.getByRole('link', { name: 'Benutzer' })).toBeHidden()
})

test('missing and too long input is reported at its field', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByLabel('Benutzername')).toBeFocused()
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page.getByText('Das Feld wird benötigt')).toHaveCount(2)
  await fillIn(page, 'a'.repeat(256), 'b'.repeat(256))
  await expect(page.getByText('Das Feld darf max 255 Zeichen besitzen')).toHaveCount(2)
})

test('input that was typed when the session ended is there again after signing in', async ({ page, signIn }) => {
  await signIn('user')
  await page.goto('/contacts/new')
  await settled(page)
  await page.getByRole('textbox', { name: 'Nachname' }).fill('Feuerkorb')
  await page.getByRole('textbox', { name: 'Ort' }).fill('Thun')
  await clickWithoutSession(page, page.getByRole('button', { name: 'Speichern' }))
  await expect(page).toHaveURL('/login?view=%2Fcontacts%2Fnew')
  await fillIn(page, 'user', 'glut-demo')
  await expect(page.getByText('Ihre nicht gespeicherten Eingaben sind wieder da.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Nachname' })).toHaveValue('Feuerkorb')
  await expect(page.getByRole('textbox', { name: 'Ort' })).toHaveValue('Thun')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText('Kontakt angelegt')).toBeVisible()
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual(['currentUser'])
})

test('restored input of a project is saved although somebody else has saved the project since', async ({
  page,
  signIn,
  openFor,
}) => {
  const admin = await openFor('admin')
  const board = { title: unique(), kind: 'PROJECT' as const, steps: [{ title: 'Idee' }] }
  const { id: taskboardRef } = await call(admin, boardApi.add, { body: board })
  const project = await call(admin, projectApi.add, { body: { title: 'Umbau', taskboardRef } })
  const params = { id: project.id }
  await signIn('user')
  await page.goto(`/projects/${project.id}/${taskboardRef}`)
  await settled(page)
  const title = page.getByRole('textbox', { name: 'Titel' })
  await title.fill('Umbau Halle')
  await clickWithoutSession(page, page.getByRole('button', { name: 'Speichern' }))
  await expect(page.getByLabel('Benutzername')).toBeVisible()
  await call(admin, projectApi.update, { params, body: { version: project.version, start: '2033-12-04T23:00:00Z' } })
  await fillIn(page, 'user', 'glut-demo')
  await expect(title).toHaveValue('Umbau Halle')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await said(page, '«Umbau Halle» ist gespeichert.')
  expect(await call(admin, projectApi.get, { params })).toMatchObject({
    title: 'Umbau Halle',
    start: '2033-12-04T23:00:00.000Z',
  })
})

test('an encounter that was typed when the session ended keeps its text and its time', async ({ page, signIn }) => {
  await signIn('user')
  const { id } = await addContact(page, { surname: `Anruf${unique()}` })
  await page.goto(`/contacts/${id}`)
  const dialog = page.getByRole('dialog', { name: 'Begegnung hinzufügen' })
  const panel = page.getByRole('region', { name: 'Begegnungen', exact: true })
  await panel.getByRole('button', { name: 'Begegnung hinzufügen' }).first().click()
  await dialog.getByRole('textbox', { name: 'Datum und Zeit' }).fill('1.3.26 14:30')
  await dialog.getByRole('textbox', { name: 'Beschreibung' }).fill('Wünscht eine Offerte')
  await settled(page)
  await clickWithoutSession(page, dialog.getByRole('button', { name: 'Speichern' }))
  await expect(page).toHaveURL(/\/login\?view=/)
  await fillIn(page, 'user', 'glut-demo')
  // the dialog opens by itself
  await expect(dialog.getByRole('textbox', { name: 'Beschreibung' })).toHaveValue('Wünscht eine Offerte')
  await expect(dialog.getByRole('textbox', { name: 'Datum und Zeit' })).toHaveValue('01.03.2026 14:30')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await said(page, 'Begegnung gespeichert')
  expect(await keptKeys(page)).toEqual([])
})

test('a comment that was typed when the session ended is there again', async ({ page, signIn }) => {
  await signIn('user')
  const { id } = await addContact(page, { surname: `Notiz${unique()}` })
  await page.goto(`/contacts/${id}?tab=comments`)
  const comment = page.getByRole('textbox', { name: 'Kommentar schreiben', exact: true })
  await comment.fill('Noch nicht gesendet')
  await settled(page)
  await clickWithoutSession(page, page.getByRole('button', { name: 'Senden' }))
  await expect(page).toHaveURL(/\/login\?view=/)
  await fillIn(page, 'user', 'glut-demo')
  await expect(comment).toHaveValue('Noch nicht gesendet')
  await page.getByRole('button', { name: 'Senden' }).click()
  await expect(page.getByRole('article').filter({ hasText: 'Noch nicht gesendet' })).toBeVisible()
  await expect(comment).toHaveValue('')
  expect(await keptKeys(page)).toEqual([])
})

test('a to-do that was sent when the session ended is there again', async ({ page, signIn }) => {
  await signIn('user')
  const contact = await addContact(page, { surname: unique() })
  const [board] = await call(page, boardApi.listFlameBoards, {})
  const input = { contactRef: contact.id, taskboardRef: board?.id ?? '', overrideReason: 'Test' }
  const flame = await call(page, flameApi.add, { body: input })
  await page.goto(`/flames/${flame.id}/${flame.taskboardRef}/todos`)
  const quick = page.getByRole('textbox', { name: 'Neues To-do' })
  await quick.fill('Kran bestellen')
  await settled(page)
  await clickWithoutSession(page, page.getByRole('button', { name: 'Hinzufügen', exact: true }))
  await expect(page).toHaveURL(/\/login\?view=/)
  await fillIn(page, 'user', 'glut-demo')
  await expect(quick).toHaveValue('Kran bestellen')
  await quick.press('Enter')
  await expect(page.getByRole('list', { name: 'To-dos' })).toContainText('Kran bestellen')
  await expect(quick).toHaveValue('')
  expect(await keptKeys(page)).toEqual([])
})

test('a new appointment that was typed when the session ended opens by itself, with its contact', async ({
  page,
  signIn,
}) => {
  await signIn('user')
  const surname = unique()
  await addContact(page, { surname })
  await page.goto('/appointmentcalendar?day=2036-08-05')
  await page.getByRole('button', { name: 'Neuer Termin' }).click()
  const picker = page.getByRole('dialog', { name: 'Kontakt suchen' })
  await picker.getByRole('textbox', { name: 'Nachname' }).fill(surname)
  await page.keyboard.press('Enter')
  await picker.getByRole('gridcell', { name: surname, exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Neuer Termin' })
  await dialog.getByRole('textbox', { name: 'Titel' }).fill('Beratung vor Ort')
  await settled(page)
  await clickWithoutSession(page, dialog.getByRole('button', { name: 'Speichern' }))
  await expect(page).toHaveURL(/\/login\?view=/)
  await fillIn(page, 'user', 'glut-demo')
  await expect(dialog.getByRole('textbox', { name: 'Titel' })).toHaveValue('Beratung vor Ort')
  await expect(dialog.getByText(surname)).toBeVisible()
  await expect(picker).toBeHidden()
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await said(page, 'Termin am 05.08.2036 um 09:00 gespeichert')
  expect(await keptKeys(page)).toEqual([])
})

test('the reason for cancelling an appointment is there again after the session ended', async ({ page, signIn }) => {
  await signIn('admin')
  const contact = await addContact(page, { surname: unique() })
  const times = { startUtc: '2036-08-06T08:00:00Z', endUtc: '2036-08-06T09:00:00Z' }
  const { id } = await call(page, appointmentApi.add, { body: { ...times, contactRef: contact.id } })
  await page.goto(`/appointmentcalendar?day=2036-08-06&id=${id}`)
  await page.getByRole('button', { name: 'Absagen…' }).click()
  const reason = page.getByRole('textbox', { name: 'Grund' })
  await reason.fill('Kunde ist krank')
  await settled(page)
  await clickWithoutSession(page, page.getByRole('button', { name: 'Absagen', exact: true }))
  await expect(page).toHaveURL(/\/login\?view=/)
  await fillIn(page, 'admin', 'glut-demo')
  await expect(reason).toHaveValue('Kunde ist krank')
  await page.getByRole('button', { name: 'Absagen', exact: true }).click()
  await expect(page.getByText(/ist abgesagt$/)).toBeVisible()
  await expect.poll(() => keptKeys(page)).toEqual([])
})

test('restored input of a contact that somebody else has saved since is compared with their version', async ({
  page,
  signIn,
  openFor,
}) => {
  await signIn('user')
  const surname = `Ablauf${unique()}`
  const made = await addContact(page, { surname, title: 'Dr.' })
  await page.goto(`/contacts/${made.id}`)
  await page.getByRole('textbox', { name: 'Vorname' }).fill('Meiner')
  await page.getByRole('textbox', { name: 'Titel' }).fill('Prof.')
  await settled(page)
  await clickWithoutSession(page, page.getByRole('button', { name: 'Speichern' }))
  await expect(page).toHaveURL(/\/login\?view=/)
  const other = await openFor('admin')
  await call(other, contactApi.update, {
    params: { id: made.id },
    body: { ...made, title: 'Dipl.', remarks: 'Ihre Bemerkung' },
  })
  await fillIn(page, 'user', 'glut-demo')
  await expect(page.getByText('Inzwischen hat jemand anderes gespeichert')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Vorname' })).toHaveValue('Meiner')
  await page.getByRole('button', { name: 'Speichern' }).click()
  const conflict = page.getByRole('dialog', { name: /wurde inzwischen geändert$/ })
  await expect(conflict).toContainText('Dipl.')
  await expect(conflict).toContainText('Prof.')
  expect(await call(other, contactApi.get, { params: { id: made.id } })).toMatchObject({
    title: 'Dipl.',
    remarks: 'Ihre Bemerkung',
  })
})

test('a password that was typed when the session ended is kept nowhere', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/users')
  await page.getByRole('button', { name: 'Benutzer hinzufügen' }).click()
  await page.getByRole('textbox', { name: 'Benutzername' }).fill('neuling')
  await page.getByLabel('Passwort').fill('streng-geheim')
  const kept = () => page.evaluate(() => JSON.stringify(sessionStorage))
  await expect.poll(kept).toContain('neuling')
  expect(await kept()).not.toContain('streng-geheim')
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await page.getByRole('button', { name: 'Verlassen', exact: true }).click()
  await expect.poll(kept).not.toContain('neuling')
})

test('a long address is found again after signing in by the tab that asked for it, and by no other', async ({
  page,
}) => {
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

test('more than three failures block the next attempt, also after a reload', async ({ page, database }) => {
  await page.goto('/login')
  for (let failure = 1; failure <= 4; failure++) {
    await fillIn(page, 'throttled', `wrong ${failure}`)
    await expect(page.getByRole('button', { name: 'Anmelden' })).toHaveAttribute('aria-busy', 'false')
    await expect(page.getByText('Benutzername oder Passwort sind nicht korrekt.')).toBeVisible()
    if (failure < 4) await expect(page.getByRole('progressbar')).toBeHidden()
  }
  await expect(page.getByText(/Der nächste Versuch ist in (40|[23]\d) Sekunden möglich/)).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Wartezeit' })).toBeVisible()
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page.getByText(/Sie werden in \d+ Sekunden angemeldet/)).toBeVisible()

  // reaching this point may take a slow machine longer than the 40 seconds of waiting
  await database.pool.query("update login_failure set last_at = now() where name_hash = sign_in_hash('throttled')")
  await page.reload()
  await fillIn(page, 'Throttled', 'wrong')
  await expect(page.getByText(/Sie werden in \d+ Sekunden angemeldet/)).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Wartezeit' })).toBeVisible()
  await page.getByLabel('Benutzername').fill('somebody else')
  await expect(page.getByRole('progressbar')).toBeHidden()

  // more than ten failures lock the user; eleven real ones take nine minutes, so this is the answer of the server then
  const json = { code: 'TOO_MANY_ATTEMPTS', status: 429, detail: '', failures: 11, retryAfter: 900 }
  await page.route(/\/auth\/signin$/, (route) =>
    route.fulfill({ status: 429, contentType: 'application/problem+json', json }),
  )
  await fillIn(page, 'somebody else', 'wrong')
  await expect(page.getByRole('button', { name: 'Gesperrt' })).toBeDisabled()
})

test('the language is switched before and after signing in', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'FR Français' }).click()
  await page.getByLabel('Nom d’utilisateur').fill('termin')
  await page.getByLabel('Mot de passe').fill('glut-demo')
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await expect(page.getByRole('heading', { name: 'Calendrier des rendez-vous' })).toBeVisible()
  await page.getByRole('button', { name: 'Compte termin' }).click()
  await page.getByRole('button', { name: 'EN', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Appointment calendar' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Appointment calendar' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
})

test('a session that ended leads to /login and back', async ({ page, signIn }) => {
  await signIn('admin')
  // without the live channel, which would notice the ended session first
  await page.routeWebSocket(/\/notifications$/, () => {})
  await page.goto('/more-admin-menu')
  await expect(avatar(page, 'admin')).toBeVisible()
  await page.getByRole('link', { name: 'Branchen' }).click()
  await page.getByRole('button', { name: 'Branche hinzufügen' }).click()
  await page.getByRole('textbox', { name: 'Bezeichnung' }).fill('Gartenbau')
  await settled(page)
  await clickWithoutSession(page, page.getByRole('button', { name: 'Speichern' }))
  await expect(page).toHaveURL('/login?view=%2Fsectors')
  await said(page, 'Sitzung abgelaufen, Bitte loggen Sie sich erneut ein.')
  await fillIn(page, 'admin', 'glut-demo')
  await expect(page).toHaveURL('/sectors')
  await page.getByRole('button', { name: 'Branche hinzufügen' }).click()
  await expect(page.getByRole('textbox', { name: 'Bezeichnung' })).toHaveValue('Gartenbau')
})
